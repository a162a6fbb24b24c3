import Foundation
import TestSupport
import Testing

/// A desktop's bus with the player on it, and the programs that drive it from outside.
final class Desktop {
  static let name = "org.mpris.MediaPlayer2.cans"
  static let player = "org.mpris.MediaPlayer2.Player"

  let bus: PrivateBus
  let home: Home

  init(in home: Home) throws {
    bus = try PrivateBus()
    self.home = home
  }

  /// Whether the programs are here that these tests need.
  static var hasPrograms: Bool { ProcessEnvironment.canTest(with: "busctl", "playerctl", "dbus-daemon") }

  /// The environment that lets a program find the bus.
  var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_CACHE_HOME": home.path + "/cache"]
  }

  /// Starts the player on the bus, and waits until it is there.
  func start(_ arguments: [String]? = nil, device: String? = nil, name: String = Desktop.name) throws -> Player {
    let player = try Player(in: home, arguments, environment: environment, device: device)
    try player.sees("\(name) on the bus") { _ in (try? self.names().contains(name)) ?? false }
    return player
  }

  /// The names on the bus.
  func names() throws -> [String] {
    try run(["busctl", "--address=\(bus.address)", "list", "--acquired", "--no-legend"]).output
      .split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// Runs a program on the bus to its end.
  func run(_ arguments: [String]) throws -> (status: Int32?, output: String, errors: String) {
    let child = try ChildProcess(arguments, environment: home.environment.merging(environment) { $1 })
    child.closeInput()
    let status = child.exitStatus(within: Player.limit)
    return (status, child.output.trimmingCharacters(in: .whitespacesAndNewlines), child.errors)
  }

  /// Calls busctl's `verb` for a member of the player's object, and returns what it prints.
  @discardableResult
  func busctl(
    _ verb: String, _ member: String, _ arguments: String..., interface: String = Desktop.player,
    name: String = Desktop.name, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let target = [name, "/org/mpris/MediaPlayer2", interface, member]
    let (status, output, errors) = try run(["busctl", "--address=\(bus.address)", verb] + target + arguments)
    #expect(status == 0, "\(member): \(errors)", sourceLocation: sourceLocation)
    return output
  }

  func property(_ name: String) throws -> String { try busctl("get-property", name) }

  @discardableResult
  func playerctl(_ arguments: String...) throws -> String { try run(["playerctl"] + arguments).output }

  /// The place in the track, in seconds, as playerctl tells it.
  func position() throws -> Double { Double(try playerctl("position")) ?? -1 }
}
