import TestSupport
import Testing

/// All that is heard on (emulated) hardware, one test after the other in one machine. Needs the
/// sound lab and a release build.
@Suite(.serialized, .enabled(if: SoundLab.isNamed, "CANS_LAB does not name a sound lab"), .inSoundLab)
enum SoundLabTests {}
