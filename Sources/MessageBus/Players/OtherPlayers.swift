internal import Glibc
internal import PlayerCore

/// The other media players on the user's bus: which there are, and which of them play (MPRIS). It decides nothing.
final class OtherPlayers {
  private static let prefix = "org.mpris.MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// This one shows others' state as its own.
  private static let mirror = "org.mpris.MediaPlayer2.playerctld"
  /// So many are followed: a flood must not fill the memory.
  private static let limit = 64

  private struct Player {
    /// The number on the bus of whoever it is.
    let owner: String
    var status: PlaybackStatus?
    /// Whether it is this process.
    var isOurs: Bool?
  }

  private var players: [String: Player] = [:]
  /// The names that were there at first and about which not all is known yet; nil before the bus has told them.
  private var awaited: Set<String>?
  private var bus: OpenBus?

  /// The players as they are now, in the order of their names; nil before all are known that were there at first: none
  /// of those has just begun to play.
  var facts: [OtherPlayerFacts]? {
    guard awaited == [] else { return nil }
    let facts: [OtherPlayerFacts] = players.compactMap { name, player in
      guard player.isOurs == false, let status = player.status else { return nil }
      return OtherPlayerFacts(name: name, status: status)
    }
    return facts.sorted { $0.name < $1.name }
  }

  /// Begins on a new connection.
  func begin(on bus: OpenBus) {
    self.bus = bus
    bus.subscribe(BusOwner.changes(argument: "arg0namespace='\(Self.prefix)'")) { [weak self] signal in
      if let change = BusOwner.change(in: signal) { self?.take(change.name, owner: change.new) }
    }
    bus.subscribe(
      "path='\(Self.path)',interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.interface)'"
    ) { [weak self] in self?.take($0) }
    BusOwner.askNames(on: bus) { [weak self, unowned bus] names in
      guard let self else { return }
      let players = ((try? names.get()) ?? []).filter(Self.isPlayer)
      awaited = Set(players)
      for name in players { BusOwner.ask(about: name, on: bus) { [weak self] in self?.take(name, owner: $0) } }
    }
  }

  /// The connection is gone: nothing is known any more.
  func end() {
    bus = nil
    players = [:]
    awaited = nil
  }

  /// Calls `method` of these players, whatever they do then.
  func send(_ method: String, to names: [String]) {
    for name in names where players[name] != nil {
      bus?.send(method, to: BusService(name: name, path: Self.path, interface: Self.interface))
    }
  }

  private static let path = "/org/mpris/MediaPlayer2"

  private static func status(_ text: String?) -> PlaybackStatus {
    switch text {
    case "Playing": .playing
    case "Paused": .paused
    default: .stopped
    }
  }

  private static func isPlayer(_ name: String) -> Bool { name.hasPrefix(prefix + ".") && !name.hasPrefix(mirror) }

  private func take(_ name: String, owner: String?) {
    guard Self.isPlayer(name) else { return }
    guard let owner, let bus, players.count < Self.limit else {
      players[name] = nil
      awaited?.remove(name)
      return
    }
    guard players[name]?.owner != owner else { return }
    players[name] = Player(owner: owner)
    BusOwner.askProcess(of: owner, on: bus, within: OpenBus.patience) { [weak self] process in
      self?.update(name, owner) { $0.isOurs = process == getpid() }
    }
    let object = BusService(name: owner, path: Self.path, interface: Self.properties)
    bus.call("Get", of: object, [Self.interface, "PlaybackStatus"].map(BusValue.string)) { [weak self] answer in
      // A player's messages come in their order: no signal before this one is newer.
      let status = Self.status((try? answer.get())?.first?.text)
      self?.update(name, owner) { $0.status = status }
    }
  }

  /// A player says that it has changed.
  private func take(_ signal: BusSignal) {
    guard signal.arguments.count > 1, let status = signal.arguments[1].map?["PlaybackStatus"]?.text else { return }
    for (name, player) in players where player.owner == signal.sender {
      players[name]?.status = Self.status(status)
    }
  }

  private func update(_ name: String, _ owner: String, _ change: (inout Player) -> Void) {
    guard var player = players[name], player.owner == owner else { return }
    change(&player)
    players[name] = player
    if player.isOurs == true || player.isOurs != nil && player.status != nil { awaited?.remove(name) }
  }
}
