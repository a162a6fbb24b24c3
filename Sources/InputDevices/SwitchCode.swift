internal import PlayerCore

/// The kernel's switch codes (linux/input-event-codes.h) that the player knows.
enum SwitchCode {
  /// What they mean.
  static let meanings: [UInt16: SwitchFacts.Kind] = [
    2: .headphones,  // SW_HEADPHONE_INSERT
    4: .microphone,  // SW_MICROPHONE_INSERT
    6: .lineOut,  // SW_LINEOUT_INSERT
    7: .anything,  // SW_JACK_PHYSICAL_INSERT
    14: .mute,  // SW_MUTE_DEVICE
  ]

  /// SW_VIDEOOUT_INSERT.
  static let videoOut: UInt16 = 8
}
