internal import Glibc
internal import PlayerCore

/// The kernel's key codes (linux/input-event-codes.h) that the player knows.
enum KeyCode {
  /// All that the kernel is asked to deliver, and what they mean.
  static let meanings: [UInt16: PressKey] = [
    113: .mute,  // KEY_MUTE
    114: .volumeDown,  // KEY_VOLUMEDOWN
    115: .volumeUp,  // KEY_VOLUMEUP
    119: .pause,  // KEY_PAUSE
    163: .next,  // KEY_NEXTSONG
    164: .playPause,  // KEY_PLAYPAUSE
    165: .previous,  // KEY_PREVIOUSSONG
    166: .stop,  // KEY_STOPCD
    168: .rewind,  // KEY_REWIND
    200: .play,  // KEY_PLAYCD
    201: .pause,  // KEY_PAUSECD
    207: .play,  // KEY_PLAY
    208: .fastForward,  // KEY_FASTFORWARD
    226: .media,  // KEY_MEDIA
  ]

  /// KEY_PAUSE, which on a keyboard with letters is the key Pause/Break.
  static let pauseBreak: UInt16 = 119

  /// KEY_Q…KEY_P, KEY_A…KEY_L, KEY_Z…KEY_M: what can be typed with them is nobody's business.
  static let letters = [UInt16](16...25) + [UInt16](30...38) + [UInt16](44...50)
}
