import TestSupport
import Testing

/// A way to make a music file: which program writes it, and what can be expected of what is decoded from it. A format is one
/// line of the tables below.
struct Coding: CustomTestStringConvertible, Sendable {
  /// For people: the format, and what is special about the file.
  let name: String
  /// The file's ending, without the dot.
  let ending: String
  /// The encoder's command line. IN and OUT stand for the WAV file to encode and the file to write.
  let command: String
  /// Frames a second of the material: Opus knows 48 kHz only.
  var rate = 44_100
  /// How far a sample may be off after a seek from the same sample in a decode from the start; full scale is 1.
  var seekTolerance: Float = 0
  /// Changes the bytes of the encoded file, in which there are so many frames of music.
  var revision: (@Sendable (inout [UInt8], _ frames: Int) throws -> Void)?

  var testDescription: String { name }
  /// The encoder's name.
  var program: String { String(command.prefix { $0 != " " }) }
}

extension Coding {
  private static let ffmpeg = "ffmpeg -v error -nostdin -y -i IN -map_metadata -1"

  /// What is decoded is what was encoded, bit by bit.
  static let lossless = available([
    Coding(name: "WAV", ending: "wav", command: "cp IN OUT"),
    Coding(name: "AIFF", ending: "aiff", command: "\(ffmpeg) OUT"),
    Coding(name: "FLAC", ending: "flac", command: "flac --silent -o OUT IN"),
    Coding(name: "FLAC by FFmpeg", ending: "flac", command: "\(ffmpeg) OUT"),
  ])

  /// What the file says about its encoder's delay and padding is cut off, so that as much is decoded as was encoded.
  static let lossyTrimmed = available([
    Coding(name: "MP3, constant bit rate", ending: "mp3", command: "lame --quiet -b 256 IN OUT"),
    Coding(name: "MP3, variable bit rate", ending: "mp3", command: "lame --quiet -V 0 IN OUT"),
    Coding(name: "MP3 by FFmpeg", ending: "mp3", command: "\(ffmpeg) -b:a 256k OUT"),
    Coding(name: "Vorbis", ending: "ogg", command: "oggenc --quiet -q 7 -o OUT IN"),
    Coding(name: "Vorbis by FFmpeg", ending: "ogg", command: "\(ffmpeg) -c:a libvorbis -q:a 7 OUT"),
    // A decoder of Opus that starts in the middle converges upon the samples of one that started at the beginning.
    Coding(
      name: "Opus", ending: "opus", command: "opusenc --quiet --bitrate 192 IN OUT", rate: 48_000, seekTolerance: 1e-4),
    Coding(
      name: "Opus by FFmpeg", ending: "opus", command: "\(ffmpeg) -b:a 192k OUT", rate: 48_000, seekTolerance: 1e-4),
  ])

  /// Files that do not say how much of them is music, or not even how long they are.
  static let untrimmed = available([
    Coding(
      name: "MP3, variable bit rate, without a Xing header", ending: "mp3", command: "lame --quiet -V 2 -t IN OUT"),
    Coding(
      name: "MP3, constant bit rate, without a Xing header", ending: "mp3", command: "lame --quiet -b 160 -t IN OUT"),
  ])

  /// Those whose encoder is here. Where everything has to be tested, as in continuous integration, all of them: a program that
  /// is missing then is a failure.
  private static func available(_ codings: [Coding]) -> [Coding] {
    let mustBeThere = ["CI", "CANS_CORPUS"].contains { !ProcessEnvironment.variable($0).isEmpty }
    let missing = codings.filter { !mustBeThere && !ProcessEnvironment.hasProgram($0.program) }
    if !missing.isEmpty {
      print(
        "Not tested for lack of the encoder: \(missing.map { "\($0.name) (\($0.program))" }.joined(separator: ", ")).")
    }
    return codings.filter { coding in !missing.contains { $0.name == coding.name } }
  }
}
