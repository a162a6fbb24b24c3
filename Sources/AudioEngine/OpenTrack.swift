internal import PlayerCore

/// A track whose file is open. Decode thread only.
struct OpenTrack {
  let track: Track
  let format: AudioFormat
  /// The track's length, if the decoder is certain of it.
  let length: FrameCount?
  /// The frame that was sought last: where what is read begins.
  private(set) var start = FrameCount.zero
  private let decoder: any Decoder
  /// Whether the decoder still stands at `start`.
  private var isAtStart = true

  /// Opens the file of `track`.
  init(_ track: Track, _ opener: DecoderOpener) throws(DecodeError) {
    self.track = track
    decoder = try opener(track)
    format = decoder.format
    length = decoder.length
  }

  /// Makes `frame` the next to be read.
  mutating func seek(to frame: FrameCount) throws(DecodeError) {
    if isAtStart, frame == start { return }
    try decoder.seek(to: frame)
    start = frame
    isAtStart = true
  }

  /// Reads as `Decoder.read` does.
  mutating func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    isAtStart = false
    return try decoder.read(into: buffer, frames: frames)
  }
}
