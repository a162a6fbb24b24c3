internal import TestSupport

/// A format whose decoding is measured, and how it is made from FLAC.
struct Coder {
  /// For people.
  let name: String
  let ending: String
  let command: EncoderCommand

  init(_ name: String, _ ending: String, _ command: String) {
    self.name = name
    self.ending = ending
    self.command = EncoderCommand(command)
  }

  static let mp3 = Coder("MP3", "mp3", "ffmpeg -v error -nostdin -i IN -b:a 192k OUT")

  /// The formats whose decoding is measured.
  static let all = [
    Coder("FLAC", "flac", "cp IN OUT"),
    Coder("WAV", "wav", "ffmpeg -v error -nostdin -i IN OUT"),
    mp3,
    Coder("Vorbis", "ogg", "ffmpeg -v error -nostdin -i IN -c:a libvorbis -q:a 6 OUT"),
    Coder("Opus", "opus", "ffmpeg -v error -nostdin -i IN -b:a 128k OUT"),
    Coder("AAC", "m4a", "ffmpeg -v error -nostdin -i IN -c:a aac -b:a 192k OUT"),
    Coder("ALAC", "m4a", "ffmpeg -v error -nostdin -i IN -c:a alac OUT"),
    Coder("WavPack", "wv", "ffmpeg -v error -nostdin -i IN OUT"),
  ]
}
