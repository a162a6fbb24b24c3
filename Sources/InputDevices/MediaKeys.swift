/// Which devices the player listens to for media keys and headset buttons.
public enum MediaKeys: String, Hashable, Sendable, CaseIterable {
  /// None; no device is opened for its keys.
  case off
  /// Buttons of headsets: devices of sound cards, and Bluetooth headsets' (AVRCP).
  case headsets
  /// Keyboards, too, and whatever else has media keys.
  case all
}
