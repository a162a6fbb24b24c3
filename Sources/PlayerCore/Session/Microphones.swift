/// A way in for sound: a microphone, or what is recorded like one.
public struct Microphone: Hashable, Sendable {
  /// Where the sound comes in (RULES, Words).
  public enum Port: String, Hashable, Sendable, CaseIterable {
    /// In the computer's case.
    case builtInMic
    /// On the cable of a headset.
    case headsetMic
    /// At a jack of its own.
    case externalMic
    /// A line in.
    case lineIn
    /// On USB.
    case usbMic
    /// Of a Bluetooth headset that telephones.
    case bluetoothHFP
    /// Nothing that hears by itself: a loopback card, or what a sound server makes up.
    case virtual
  }

  /// Where the sound comes in.
  public var port: Port
  /// Tells it apart over time: port and card, "headsetMic:PCH", or port and address.
  public var id: String
  /// Its name for people: "Headset Mic – HDA Intel".
  public var name: String
  /// The card that it is recorded from; nil: none of ALSA's.
  public var card: CardIndex?
  /// Whether it is there; nil: nobody senses that.
  public var isPlugged: Bool?

  /// A microphone.
  public init(port: Port, id: String, name: String, card: CardIndex?, isPlugged: Bool?) {
    self.port = port
    self.id = id
    self.name = name
    self.card = card
    self.isPlugged = isPlugged
  }

  /// Whether it may be recorded from now.
  public var isThere: Bool { isPlugged != false }

  /// Whether it comes and goes with what people put on (R30).
  var isOfHeadset: Bool { port == .headsetMic || port == .usbMic || port == .bluetoothHFP }
}

extension Facts {
  /// Every microphone of this machine, those included whose jack is empty: those of cards, of Bluetooth headsets, and
  /// what a sound server has besides.
  public var microphones: [Microphone] {
    let buds = bluetooth.filter { $0.port == .bluetoothHFP && $0.isReachable }.map {
      Microphone(port: .bluetoothHFP, id: "bluetoothHFP:\($0.address)", name: $0.name, card: nil, isPlugged: true)
    }
    let others = (server?.sources ?? []).compactMap(\.microphone).filter { one in !buds.contains { $0.id == one.id } }
    return plugs.flatMap(\.microphones) + buds + others
  }
}

extension SourceFacts {
  /// Nil where a card has it, whose jacks tell more.
  fileprivate var microphone: Microphone? {
    switch device {
    case .card: nil
    case .bluetooth(let address):
      Microphone(port: .bluetoothHFP, id: "bluetoothHFP:\(address)", name: title, card: nil, isPlugged: true)
    case .network, .virtual: Microphone(port: .virtual, id: "virtual:\(name)", name: title, card: nil, isPlugged: true)
    }
  }
}

extension CardPlugs {
  /// The card's microphones.
  var microphones: [Microphone] {
    guard card.hasCapture else { return [] }
    switch card.bus {
    case .usb: return [microphone(.usbMic, plugged: true, named: card.name)]
    case .virtual where card.jacks.isEmpty: return [microphone(.virtual, plugged: nil, named: card.name)]
    case .builtIn, .virtual: break
    }
    let ports = card.jacks.compactMap { jack in JackKind.input(controlName: jack.name).map { ($0, jack.plugged) } }
    var found: [Microphone] = []
    for port in [Microphone.Port.builtInMic, .headsetMic, .externalMic, .lineIn] {
      let sensed = ports.filter { $0.0 == port }.map(\.1)
      let plugged: Bool? = sensed.contains(true) ? true : sensed.contains(false) ? false : nil
      switch port {
      case .headsetMic:
        if let headset = headsetMicrophone { found.append(microphone(port, plugged: headset)) }
      case .builtInMic where ports.isEmpty: found.append(microphone(port, plugged: nil))
      default: if !sensed.isEmpty { found.append(microphone(port, plugged: plugged)) }
      }
    }
    return found
  }

  private func microphone(_ port: Microphone.Port, plugged: Bool?, named name: String? = nil) -> Microphone {
    Microphone(
      port: port, id: "\(port.rawValue):\(card.stableID)", name: name ?? "\(port.words) – \(card.name)",
      card: card.index, isPlugged: plugged)
  }
}

extension Microphone.Port {
  /// For people.
  fileprivate var words: String {
    switch self {
    case .builtInMic: "Built-in Mic"
    case .headsetMic, .bluetoothHFP: "Headset Mic"
    case .externalMic: "Mic"
    case .lineIn: "Line In"
    case .usbMic: "USB Mic"
    case .virtual: "Loopback"
    }
  }
}

/// What a recording depends on: the microphones that it may come from, and that can go (R30).
public struct RecordedMicrophones: Equatable, Sendable {
  private let watched: [String]

  /// Those that are there as the recording begins. `card`: where it comes from; nil: a sound server, or something else
  /// that says nothing of cards. Then the loss of any headset's counts, as for what plays there (R34).
  public init(_ facts: Facts, card: CardIndex?) {
    watched = facts.microphones.filter { microphone in
      guard microphone.isPlugged == true else { return false }
      return card == nil ? microphone.isOfHeadset : microphone.card == card
    }.map(\.id)
  }

  /// Whether one of them is gone.
  public func isOneLost(in facts: Facts) -> Bool {
    let present = Set(facts.microphones.filter { $0.isPlugged == true }.map(\.id))
    return !watched.allSatisfy(present.contains)
  }
}
