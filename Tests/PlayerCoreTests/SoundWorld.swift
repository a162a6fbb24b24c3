import PlayerCore

/// A machine with a sound server, as it is: what is plugged, and what the server does about it. Sources see it later
/// than it happens, each after its own time, and each reads it as it is then.
struct SoundWorld {
  /// What can be played to.
  enum Exit: CaseIterable { case board, usb, bluetooth }

  /// Who learns of what happens.
  enum Party: Hashable {
    case jack, plugSwitch, cards, blueZ, serverKnowsPlug, serverSwitchesPort, serverExits, read, restart
  }

  /// The server's own state.
  struct Server {
    /// Whether it obeys PulseAudio's habits, or WirePlumber's.
    var takesNewCards = true
    var isRunning = true
    var numbers: [Exit: UInt32] = [.board: 1]
    fileprivate var plugs: [Exit: Int] = [:]
    var next: UInt32 = 2
    var knowsPlug = false
    var isPortHeadphones = false
    /// Where new streams go.
    var standard = Exit.board
    /// Where ours goes, which may have been moved by hand.
    var chosen = Exit.board
  }

  var isPlugged: Bool
  var hasUSB = false { didSet { if hasUSB { plugs[.usb, default: 0] += 1 } } }
  var hasBluetooth = false { didSet { if hasBluetooth { plugs[.bluetooth, default: 0] += 1 } } }
  /// How often each was plugged: no server takes a device for the one that went.
  private var plugs: [Exit: Int] = [:]
  var server = Server()
  /// What each source said last.
  private(set) var facts: Facts

  static let address = LabMachine.address

  init(isPlugged: Bool, takesNewCards: Bool, hasSwitch: Bool) {
    self.isPlugged = isPlugged
    server.takesNewCards = takesNewCards
    server.knowsPlug = isPlugged
    server.isPortHeadphones = isPlugged
    facts = Facts(cards: [LabMachine.hda([("Headphone Jack", isPlugged)])])
    if hasSwitch { facts.switches = [LabMachine.headphoneSwitch(isPlugged)] }
  }

  /// Where the sound really goes: whatever the server believes, pulled headphones leave it to the speaker.
  var route: Route {
    guard server.isRunning else { return .nowhere }
    let (id, port, privacy): (RouteID, Port, Privacy) =
      switch server.chosen {
      case .board where isPlugged && server.isPortHeadphones: (RouteID("headphones:PCH"), .headphones, .wearerOnly)
      case .board: (RouteID("speaker:PCH"), .builtInSpeaker, .everybody)
      case .usb: (RouteID("usb:S123"), .usbHeadset, .wearerOnly)
      case .bluetooth: (RouteID("bluetooth:\(Self.address)"), .bluetoothA2DP, .wearerOnly)
      }
    let isGone = (server.chosen == .usb && !hasUSB) || (server.chosen == .bluetooth && !hasBluetooth)
    return isGone ? .nowhere : Route(port: port, id: id, name: id.text, privacy: privacy)
  }

  /// Whether the way out of this id is there, whoever knows.
  func has(_ id: RouteID) -> Bool {
    switch id.text {
    case "headphones:PCH": isPlugged
    case "usb:S123": hasUSB
    case "bluetooth:\(Self.address)": hasBluetooth
    default: true
    }
  }

  /// One party takes a look.
  mutating func look(_ party: Party, hasStream: Bool) {
    switch party {
    case .jack: facts.cards[0].jacks[0].plugged = isPlugged
    case .plugSwitch: for index in facts.switches.indices { facts.switches[index].isOn = isPlugged }
    case .cards: facts.cards = [facts.cards[0]] + (hasUSB ? [LabMachine.usbHeadset] : [])
    case .blueZ:
      let isKnown = hasBluetooth || !facts.bluetooth.isEmpty
      facts.bluetooth =
        isKnown ? [BluetoothFacts(address: Self.address, name: "Buds", isReachable: hasBluetooth)] : []
    case .serverKnowsPlug: server.knowsPlug = isPlugged
    case .serverSwitchesPort:
      // A port that is chosen by hand stays until the plug changes.
      server.knowsPlug = isPlugged
      server.isPortHeadphones = isPlugged
    case .serverExits: updateExits()
    case .restart: break
    case .read: facts.server = server.isRunning ? read(hasStream: hasStream) : nil
    }
  }

  /// The server notices which devices are there.
  private mutating func updateExits() {
    // The kernel has to bring up a card before a server can use it.
    for (exit, isThere) in [(Exit.usb, hasUSB && facts.cards.count > 1), (.bluetooth, hasBluetooth)] {
      if server.numbers[exit] != nil, !isThere || server.plugs[exit] != plugs[exit] {
        server.numbers[exit] = nil
        if server.standard == exit { server.standard = .board }
        if server.chosen == exit { server.chosen = server.standard }
      }
      if isThere, server.numbers[exit] == nil {
        server.numbers[exit] = server.next
        server.plugs[exit] = plugs[exit]
        server.next += 1
        if server.takesNewCards || exit == .bluetooth { (server.standard, server.chosen) = (exit, exit) }
      }
    }
  }

  /// The server is started anew: all numbers are others, the port follows the plug.
  mutating func restart(choosing exit: Exit?) {
    server.isRunning = true
    server.next = 30
    server.numbers = [.board: 20]
    server.plugs = plugs
    server.knowsPlug = isPlugged
    server.isPortHeadphones = isPlugged
    if hasUSB, facts.cards.count > 1 { server.numbers[.usb] = 21 }
    if hasBluetooth { server.numbers[.bluetooth] = 22 }
    let wanted = exit ?? server.standard
    server.standard = server.numbers[wanted] == nil ? .board : wanted
    server.chosen = server.standard
  }

  /// The state as it is read when sinks and streams are asked for one after the other.
  mutating func readHalf(_ kind: Int) {
    guard server.isRunning else { return }
    let whole = read(hasStream: true)
    guard var half = facts.server else {
      // It has just started.
      facts.server = ServerFacts(
        name: "server", defaultSink: "@DEFAULT_SINK@", sinks: [LabMachine.stopgap],
        streams: [StreamFacts(index: 3, isOurs: true, sink: kind == 0 ? nil : 34, isCorked: true)])
      return
    }
    switch kind {
    case 0: half.streams = whole.streams
    case 1: half.streams = [StreamFacts(index: 3, isOurs: true, sink: nil, isCorked: true)]
    default:
      half.streams = whole.streams
      half.defaultSink = whole.defaultSink
    }
    facts.server = half
  }

  private func read(hasStream: Bool) -> ServerFacts {
    var board =
      switch (server.knowsPlug, server.isPortHeadphones) {
      case (true, true): LabMachine.onHeadphones
      case (true, false): LabMachine.onSpeakerByHand
      case (false, true): LabMachine.aboutToLeave
      case (false, false): LabMachine.onSpeaker
      }
    board.index = server.numbers[.board]!
    var sinks = [Exit.board: board]
    sinks[.usb] = server.numbers[.usb].map { LabMachine.usbSink(index: $0) }
    sinks[.bluetooth] = server.numbers[.bluetooth].map { LabMachine.bluetoothSink(index: $0) }
    return ServerFacts(
      name: "server", defaultSink: sinks[server.standard]?.name, sinks: sinks.values.sorted { $0.index < $1.index },
      streams: hasStream ? [StreamFacts(index: 3, isOurs: true, sink: server.numbers[server.chosen])] : [])
  }
}
