public import PlayerCore

/// How the screen, and what is printed beside it, says things.
public enum Wording {
  /// "44.1 kHz".
  static func rate(_ rate: SampleRate) -> String {
    let (whole, rest) = (rate.hertz / 1000, rate.hertz % 1000)
    guard rest > 0 else { return "\(whole) kHz" }
    var digits = String(rest)
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits) kHz"
  }

  /// "44.1 kHz 16 bit stereo".
  public static func format(_ format: AudioFormat) -> String {
    let encoding =
      switch format.encoding {
      case .integer(let bits): "\(bits) bit"
      case .float(let bits): "\(bits) bit float"
      case .lossy(let codec): codec
      }
    return "\(rate(format.rate)) \(encoding) \(channels(format.channels))"
  }

  private static func channels(_ count: Int) -> String {
    switch count {
    case 1: "mono"
    case 2: "stereo"
    default: "\(count) channels"
    }
  }

  /// What the device does otherwise than the file says: "48 kHz S16_LE", or nil.
  static func conversion(from format: AudioFormat, to output: OutputDescription) -> String? {
    var parts: [String] = []
    if output.rate != format.rate { parts.append(rate(output.rate)) }
    if !carries(format.encoding, output) { parts.append(output.sampleFormat) }
    if output.channels != format.channels { parts.append(channels(output.channels)) }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Whether samples of the device's format can hold those of the file. What a lossy codec
  /// decodes to has no size of its own.
  private static func carries(_ encoding: SampleEncoding, _ output: OutputDescription) -> Bool {
    switch encoding {
    case .integer(let bits): bits <= output.wholeBits
    case .float: output.sampleFormat.hasPrefix("FLOAT")
    case .lossy: true
    }
  }

  /// What the player is doing, and why it is silent.
  static func status(_ snapshot: Snapshot) -> (text: String, isAlarming: Bool) {
    let wish = snapshot.wish
    switch wish.goal {
    case .play:
      // Of several holds the one that a person can do most about comes first.
      for hold in [Hold.snag, .stuck, .busy, .server, .mute, .interruption, .sleep] where snapshot.holds.contains(hold)
      {
        return (hold == .interruption ? silence(snapshot.interruptions) : silence(hold), true)
      }
      return (snapshot.isBuffering ? "buffering: the file comes slowly" : "playing", false)
    case .pause, .stop:
      let word = wish.goal == .pause ? "paused" : "stopped"
      if snapshot.holds.contains(.stuck) { return ("\(word): \(noAnswer)", true) }
      return reason(snapshot, else: word)
    }
  }

  private static let noAnswer = "no answer from the device"

  private static func silence(_ hold: Hold) -> String {
    switch hold {
    case .stuck: "silent: \(noAnswer)"
    case .snag: "silent: contact is bouncing"
    case .busy: "silent: another program has the device"
    case .server: "silent: held by the sound server"
    case .mute: "silent: the mute switch is on"
    case .interruption: "paused: another program speaks"
    case .sleep: "paused: the computer sleeps"
    }
  }

  private static func silence(_ causes: Set<Interruption>) -> String {
    for cause in [Interruption.call, .reservation, .player] where causes.contains(cause) {
      switch cause {
      case .call: return "paused: a call"
      case .reservation: return "paused: another program has the card"
      case .player, .command: return "paused: another player plays"
      }
    }
    return silence(.interruption)
  }

  private static func reason(_ snapshot: Snapshot, else word: String) -> (text: String, isAlarming: Bool) {
    switch snapshot.wish.cause {
    case .user: (word, false)
    case .endOfQueue: ("end of queue", false)
    case .routeLost: reason(snapshot.lostRoute, isBack: snapshot.lostRoute?.id == snapshot.route.id, word)
    case .headset: ("\(word): by the headset", false)
    case .timer: ("\(word): sleep timer", false)
    case .deviceError: ("\(word): device error", true)
    }
  }

  /// Once the route is back its loss is history: nothing is amiss any more.
  private static func reason(_ lost: Route?, isBack: Bool, _ word: String) -> (text: String, isAlarming: Bool) {
    let (thing, loss) = loss(of: lost?.port ?? .none)
    guard isBack else { return ("\(word): \(thing) \(loss)", true) }
    return ("\(word): \(thing) \(lost?.port == .headphones ? "were" : "was") \(loss)", false)
  }

  private static func loss(of port: Port) -> (thing: String, loss: String) {
    switch port {
    case .headphones: ("headphones", "unplugged")
    case .headset: ("headset", "unplugged")
    case .lineOut: ("line out", "unplugged")
    case .hdmi: ("display", "unplugged")
    case .usbAudio: ("USB audio", "unplugged")
    case .usbHeadset: ("USB headset", "unplugged")
    case .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: ("Bluetooth", "disconnected")
    case .builtInSpeaker, .network, .virtual, .none: ("output", "gone")
    }
  }

  /// Private listening, repeat, shuffle and volume, longest first: "repeat all  shuffle  vol 60 %", "R S  vol 60 %", "R
  /// S  60 %". Where a sound server may send elsewhere what it has, private listening is no promise (R13).
  static func levelAndOrder(_ snapshot: Snapshot) -> [String] {
    var words: [String] = []
    var letters: [String] = []
    switch snapshot.privateListening {
    case .off: break
    case .on:
      words.append("private only")
      letters.append("P")
    case .bestEffort:
      words.append("private only (best effort here)")
      letters.append("P?")
    }
    switch snapshot.repeatMode {
    case .off: break
    case .one:
      words.append("repeat one")
      letters.append("R1")
    case .all:
      words.append("repeat all")
      letters.append("R")
    }
    if snapshot.shuffles {
      words.append("shuffle")
      letters.append("S")
    }
    let short = letters.isEmpty ? [] : [letters.joined(separator: " ")]
    let percent = "\(snapshot.level.percent) %"
    let volume = snapshot.isMuted ? "muted" : "vol \(percent)"
    return [words + [volume], short + [volume], short + [snapshot.isMuted ? "muted" : percent]]
      .map { $0.joined(separator: "  ") }
  }

  /// The route's name with a mark of who hears it, longest first.
  static func route(_ route: Route) -> [String] {
    switch route.privacy {
    case .wearerOnly: ["\(route.name) (private)", "\(route.name) (priv)", route.name]
    case .everybody: ["\(route.name) (public)", "\(route.name) (pub)", route.name]
    case .unknown: [route.name]
    }
  }

  /// That the return of the lost route would resume, with the time left for it; longest first.
  static func resumption(of lost: Route?, left: Duration) -> [String] {
    let time = left.clockText
    return switch lost?.port {
    case .bluetoothA2DP, .bluetoothHFP, .bluetoothLE:
      ["resumes when connected again (\(time) left)", "resumes on connection (\(time))"]
    default: ["resumes when plugged in again (\(time) left)", "resumes on plug-in (\(time) left)"]
    }
  }

  /// That the output is a simulated one.
  static func simulation(_ simulation: Simulation) -> String? {
    switch simulation {
    case .off: nil
    case .requested: "simulated output"
    case .noCardFound: "simulated output – no sound card found"
    }
  }
}
