public import LinuxSystem

/// Another media player on the user's bus, which does what it is asked. For one thread.
public final class PlayerMock {
  private static let interface = "org.mpris.MediaPlayer2.Player"

  /// Its name on the bus.
  public let name: String
  private let mock: BusMock

  /// A player called `name`, with this PlaybackStatus.
  public init(_ name: String, _ status: String = "Playing", on bus: PrivateBus) throws(SystemCallError) {
    self.name = "org.mpris.MediaPlayer2.\(name)"
    mock = try BusMock(name: self.name, path: "/org/mpris/MediaPlayer2", interface: Self.interface, on: bus)
    for (method, status) in [("Pause", "Paused"), ("Play", "Playing")] {
      let code = "self.UpdateProperties('\(Self.interface)', {'PlaybackStatus': '\(status)'})"
      try mock.mock("AddMethod", ["sssss", Self.interface, method, "", "", code])
    }
    try mock.mock("AddProperty", ["ssv", Self.interface, "PlaybackStatus", "s", status])
  }

  /// Ends it.
  public func stop() { mock.stop() }

  /// What it does by itself from now on.
  public func set(_ status: String) throws(SystemCallError) {
    try mock.mock("UpdateProperties", ["sa{sv}", Self.interface, "1", "PlaybackStatus", "s", status])
  }

  /// Its PlaybackStatus.
  public var status: String {
    get throws(SystemCallError) {
      let text = try mock.call(
        "Get", ["ss", Self.interface, "PlaybackStatus"], interface: "org.freedesktop.DBus.Properties")
      return text.split(separator: "\"").last.map(String.init) ?? ""
    }
  }
}
