/// A key or button that has to do with music.
public enum PressKey: String, Hashable, Sendable, CaseIterable {
  /// One key for both: on keyboards, and the button in the cable of a headset.
  case playPause
  /// A headset's only button, as some cards name it; means the same as `playPause`.
  case media
  case play, pause, stop, next, previous, fastForward, rewind, volumeUp, volumeDown, mute
}

/// What happened to a key.
public enum PressMotion: String, Hashable, Sendable, CaseIterable {
  case down, up
  /// It is held down, and the device says so again.
  case `repeat`
}

/// A device with keys that the player may listen to.
public struct PressDevice: Hashable, Sendable {
  /// What kind of device it is: each has a grammar of its own (R26, R27).
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The buttons of a sound card's device: in the cable of a headset, or on a USB headset.
    case cable
    /// A Bluetooth headset's buttons, as BlueZ passes them on.
    case avrcp
    /// Media keys of a keyboard, and all other devices.
    case keyboard
  }

  /// Tells devices apart; never used again for another one.
  public var id: UInt32
  /// What kind of device it is.
  public var kind: Kind
  /// Its name, which is the same when it comes back.
  public var name: String

  /// A device.
  public init(id: UInt32, kind: Kind, name: String) {
    self.id = id
    self.kind = kind
    self.name = name
  }

  /// The source of commands that its presses are (R23).
  var source: CommandSource { kind == .avrcp ? .avrcp : .mediaKeys }
}

/// A raw press: what a key did. What that means, the press grammar decides (R25–R27).
public struct Press: Hashable, Sendable {
  /// The key.
  public var key: PressKey
  /// What it did.
  public var motion: PressMotion
  /// On which device.
  public var device: PressDevice
  /// When, by the kernel: earlier than the event that brings it.
  public var time: MonotonicTime

  /// A press.
  public init(_ key: PressKey, _ motion: PressMotion, on device: PressDevice, at time: MonotonicTime) {
    self.key = key
    self.motion = motion
    self.device = device
    self.time = time
  }

  /// Whether this key is the one button of a cable (R26).
  var isOneButton: Bool { device.kind == .cable && (key == .playPause || key == .media) }
}
