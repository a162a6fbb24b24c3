import TestSupport
import Testing

/// A way to make a music file: which program writes it, and what can be expected of what is decoded from it. A format
/// is one line of the tables below.
struct Coding: CustomTestStringConvertible, Sendable {
  /// For people: the format, and what is special about the file.
  let name: String
  /// The file's ending, without the dot.
  let ending: String
  /// How it is encoded.
  let command: EncoderCommand
  /// Frames a second of the material: Opus knows 48 kHz only.
  let rate: Int
  /// How far a sample may be off after a seek from the same sample in a decode from the start; full scale is 1.
  let seekTolerance: Float
  /// Changes the bytes of the encoded file, in which there are so many frames of music.
  let revision: (@Sendable (inout [UInt8], _ frames: Int) throws -> Void)?

  var testDescription: String { name }

  init(
    _ name: String, _ ending: String, _ command: String, rate: Int = 44_100, seekTolerance: Float = 0,
    revision: (@Sendable (inout [UInt8], _ frames: Int) throws -> Void)? = nil
  ) {
    self.name = name
    self.ending = ending
    self.command = EncoderCommand(command)
    self.rate = rate
    self.seekTolerance = seekTolerance
    self.revision = revision
  }
}

extension Coding {
  private static let ffmpeg = "ffmpeg -v error -nostdin -y -i IN -map_metadata -1"

  /// What is decoded is what was encoded, bit by bit.
  static let lossless = available([
    Coding("WAV", "wav", "cp IN OUT"),
    Coding("AIFF", "aiff", "\(ffmpeg) OUT"),
    Coding("FLAC", "flac", "flac --silent -o OUT IN"),
    Coding("FLAC by FFmpeg", "flac", "\(ffmpeg) OUT"),
    Coding("ALAC", "m4a", "\(ffmpeg) -c:a alac OUT"),
    Coding("WavPack", "wv", "\(ffmpeg) OUT"),
    Coding("True Audio", "tta", "\(ffmpeg) OUT"),
  ])

  /// What the file says about its encoder's delay and padding is cut off, so that as much is decoded as was encoded.
  static let lossyTrimmed = available([
    Coding("MP3, constant bit rate", "mp3", "lame --quiet -b 256 IN OUT"),
    Coding("MP3, variable bit rate", "mp3", "lame --quiet -V 0 IN OUT"),
    Coding("MP3 by FFmpeg", "mp3", "\(ffmpeg) -b:a 256k OUT"),
    Coding("Vorbis", "ogg", "oggenc --quiet -q 7 -o OUT IN"),
    Coding("Vorbis by FFmpeg", "ogg", "\(ffmpeg) -c:a libvorbis -q:a 7 OUT"),
    // A decoder of Opus or AAC that starts in the middle converges upon the samples of one
    // that started at the beginning.
    Coding("Opus", "opus", "opusenc --quiet --bitrate 192 IN OUT", rate: 48_000, seekTolerance: 1e-4),
    Coding("Opus by FFmpeg", "opus", "\(ffmpeg) -b:a 192k OUT", rate: 48_000, seekTolerance: 1e-4),
    Coding(
      "AAC with an edit list", "m4a", "\(ffmpeg) -c:a aac -b:a 256k -movie_timescale 44100 OUT", seekTolerance: 1e-4),
    // An edit list counts in the movie's ticks, which are milliseconds unless FFmpeg is told otherwise.
    Coding("AAC with an edit list in milliseconds", "m4a", "\(ffmpeg) -c:a aac -b:a 256k OUT", seekTolerance: 1e-4),
    Coding(
      "AAC trimmed as by iTunes", "m4a", "\(ffmpeg) -c:a aac -b:a 256k OUT", seekTolerance: 1e-4,
      revision: ITunesTrim.revise),
  ])

  /// Files that do not say how much of them is music, or not even how long they are.
  static let untrimmed = available([
    Coding("MP3, variable bit rate, without a Xing header", "mp3", "lame --quiet -V 2 -t IN OUT"),
    Coding("MP3, constant bit rate, without a Xing header", "mp3", "lame --quiet -b 160 -t IN OUT"),
    Coding("MP3 in WAV", "wav", "\(ffmpeg) -c:a libmp3lame -b:a 192k OUT"),
    Coding("AAC in ADTS", "aac", "\(ffmpeg) -c:a aac -b:a 256k OUT"),
  ])

  /// Those whose encoder is here. Where everything has to be tested, as in continuous integration, all of them: a
  /// program that is missing then is a failure.
  private static func available(_ codings: [Coding]) -> [Coding] {
    let mustBeThere = ["CI", "CANS_CORPUS"].contains { !ProcessEnvironment.variable($0).isEmpty }
    let missing = codings.filter { !mustBeThere && !$0.command.isInstalled }
    if !missing.isEmpty {
      print(
        "Not tested for lack of the encoder: \(missing.map { "\($0.name) (\($0.command.program))" }.joined(separator: ", "))."
      )
    }
    return codings.filter { coding in !missing.contains { $0.name == coding.name } }
  }
}
