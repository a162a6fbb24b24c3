public import PlayerCore

/// A device with media keys or headset buttons, and what becomes of them.
public struct ListedButtons: Hashable, Sendable {
  /// What becomes of its presses.
  public enum State: String, Hashable, Sendable {
    /// A player hears them.
    case heard
    /// It may not be read.
    case noPermission = "no permission"
    /// The setting `media-keys` leaves it out.
    case notWanted = "not wanted"
  }

  /// Its name.
  public var name: String
  /// What kind of device it is.
  public var kind: PressDevice.Kind
  /// What becomes of its presses.
  public var state: State

  /// A device.
  public init(name: String, kind: PressDevice.Kind, state: State) {
    self.name = name
    self.kind = kind
    self.state = state
  }
}

/// All devices with media keys or headset buttons, by their names. Reads sysfs, and opens none of them.
public func listedButtons(under setting: MediaKeys) -> [ListedButtons] {
  guard let system = try? LinuxInputSystem() else { return [] }
  return listedButtons(of: system, under: setting)
}

func listedButtons(of system: any InputSystem, under setting: MediaKeys) -> [ListedButtons] {
  let all = system.names().compactMap { name -> ListedButtons? in
    guard let facts = system.facts(of: name), let kind = facts.kind else { return nil }
    let isHeard = system.isReadable(name)
    let state: ListedButtons.State =
      !facts.isListenedTo(under: setting) ? .notWanted : isHeard ? .heard : .noPermission
    return ListedButtons(name: facts.name, kind: kind, state: state)
  }
  return all.sorted { ($0.name, $0.kind.rawValue) < ($1.name, $1.kind.rawValue) }
}
