internal import PlayerCore

/// What a key in the list does.
enum ScreenAction: Hashable, Sendable {
  case toggle, playSelected, next, previous, stop
  case seek(Duration)
  case changeLevel(Int)
  case toggleMute, cycleRepeat, toggleShuffle, togglePrivateListening
  /// Moves the selection by lines, or by pages of the list.
  case move(Int)
  case movePages(Int)
  case moveToStart, moveToEnd
  case find, nextMatch, previousMatch
  case routes, timeline, help, redraw, suspend, detach, quit
  /// In the list of routes: changes what is set for the selected one.
  case cyclePolicy(PolicyKey)
  case simulate(SimulatedChange)
}

/// What a key changes of the selected route.
enum PolicyKey: Hashable, Sendable {
  /// What its loss does; of a speaker, what a loss sets it to.
  case loss
  /// What its return does.
  case plug
  /// After which pause its device is let go.
  case release

  /// What it is to change of `route`; the answer says if that cannot be.
  func policy(of route: RouteSummary) -> RoutePolicy {
    switch self {
    case .loss: route.id.isSpeaker ? .speakerVolume : .onUnplug
    case .plug: .onPlug
    case .release: .releaseAfter
    }
  }
}

/// Keys that do the same, and what the help says of them.
struct KeyBinding: Sendable {
  var keys: [Key]
  var action: ScreenAction
  var help: String

  init(_ keys: [Key], _ action: ScreenAction, _ help: String) {
    self.keys = keys
    self.action = action
    self.help = help
  }

  /// The keys' names as the help shows them.
  var keyNames: String { keys.map(\.name).joined(separator: " ") }

  /// Whether it acts on the simulated hardware, and so is there only with it.
  var isForSimulator: Bool {
    if case .simulate = action { return true }
    return false
  }
}

/// The one table of keys: what they do and what the help says.
enum KeyTable {
  /// All bindings, in the order of the help.
  static let bindings: [KeyBinding] = [
    KeyBinding([" ", "c"], .toggle, "play or pause"),
    KeyBinding([.enter], .playSelected, "play the selected track"),
    KeyBinding(["n", ">"], .next, "next track"),
    KeyBinding(["b", "<"], .previous, "previous, or back to start"),
    KeyBinding(["v"], .stop, "stop"),
    KeyBinding([.left], .seek(.seconds(-5)), "back 5 seconds"),
    KeyBinding([.right], .seek(.seconds(5)), "on 5 seconds"),
    KeyBinding([","], .seek(.seconds(-60)), "back a minute"),
    KeyBinding(["."], .seek(.seconds(60)), "on a minute"),
    KeyBinding(["+", "="], .changeLevel(5), "louder"),
    KeyBinding(["-"], .changeLevel(-5), "quieter"),
    KeyBinding(["m"], .toggleMute, "mute"),
    KeyBinding(["r"], .cycleRepeat, "repeat: off, all, one"),
    KeyBinding(["s"], .toggleShuffle, "shuffle"),
    KeyBinding(["p"], .togglePrivateListening, "private listening"),
    KeyBinding(["o"], .routes, "outputs: where to play"),
    KeyBinding(["u"], .cyclePolicy(.loss), "there: what unplugging does"),
    KeyBinding(["i"], .cyclePolicy(.plug), "there: what plugging in does"),
    KeyBinding(["w"], .cyclePolicy(.release), "there: when to let go"),
    KeyBinding(["t"], .timeline, "what happened, and why"),
    KeyBinding(["j", .down], .move(1), "down"),
    KeyBinding(["k", .up], .move(-1), "up"),
    KeyBinding([.pageDown], .movePages(1), "down a page"),
    KeyBinding([.pageUp], .movePages(-1), "up a page"),
    KeyBinding(["g", .home], .moveToStart, "to the first track"),
    KeyBinding(["G", .end], .moveToEnd, "to the last track"),
    KeyBinding(["/"], .find, "find; Esc goes back"),
    KeyBinding([.tab], .nextMatch, "next match of what was found"),
    KeyBinding([.backTab], .previousMatch, "previous match"),
    KeyBinding(["H"], .simulate(.headphones), "simulator: headphones"),
    KeyBinding(["M"], .simulate(.headset), "simulator: headset with mic"),
    KeyBinding(["U"], .simulate(.usbHeadset), "simulator: USB headset"),
    KeyBinding(["B"], .simulate(.bluetoothHeadset), "simulator: Bluetooth headset"),
    KeyBinding(["J"], .simulate(.chatter), "simulator: chattering jack"),
    KeyBinding(["?"], .help, "this help; Esc closes it"),
    KeyBinding([.control("L")], .redraw, "draw the screen again"),
    KeyBinding([.control("Z")], .suspend, "to the shell; fg comes back"),
    KeyBinding(["d"], .detach, "leave; the music goes on"),
    KeyBinding(["q", .control("C")], .quit, "quit"),
  ]

  /// The bindings that count for a player with this output.
  static func bindings(_ simulation: Simulation) -> [KeyBinding] {
    simulation == .off ? bindings.filter { !$0.isForSimulator } : bindings
  }

  /// What `key` does.
  static func action(for key: Key, _ simulation: Simulation) -> ScreenAction? {
    bindings(simulation).first { $0.keys.contains(key) }?.action
  }
}
