import AudioDevices
import AudioEngine
import InputDevices
import PlayerCore

/// What the user has set. A new setting is a property here or in what this holds, and a line in `Setting.all`.
nonisolated struct Settings: Equatable {
  var session = SessionSettings()
  /// The ALSA device to play on.
  var device = "default"
  /// How much sound to keep in it.
  var buffering = OutputBuffering()
  /// Whether what has to be rounded is dithered.
  var dithers = true
  /// Which devices' keys and buttons are listened to.
  var mediaKeys = MediaKeys.headsets
  /// At what rate it plays.
  var rate = OutputRate.native
  /// The folders of the library, with colons between them; nil: where the user's music is by xdg-user-dirs.
  var musicFolders: String?
}
