import AudioEngine
import PlayerCore

/// A track whose every frame says what it is, whatever gain it is played at: the first channel is half of full scale,
/// the others count the frame and name the track in relation to it.
struct CodedTrack: Sendable {
  static let rate = SampleRate(1000)
  static let format = AudioFormat(rate: rate, channels: 3, encoding: .float(bits: 32))
  private static let reference: Float = 0.5
  private static let mostFrames = 65_536
  private static let mostTracks = 16

  /// Its place in the queue, from 1.
  let number: Int
  let frames: Int
  /// The disk gives no frame from here on.
  let breaksAt: Int?

  init(_ number: Int, frames: Int, breaksAt: Int? = nil) {
    precondition(number < Self.mostTracks && frames < Self.mostFrames)
    self.number = number
    self.frames = frames
    self.breaksAt = breaksAt
  }

  func write(_ frame: Int, to samples: UnsafeMutablePointer<Float>) {
    samples[0] = Self.reference
    samples[1] = Self.reference * Float(frame) / Float(Self.mostFrames)
    samples[2] = Self.reference * Float(number) / Float(Self.mostTracks)
  }

  /// Reads three samples of a device that takes floating point; nil if they are silence.
  static func read(_ samples: UnsafeRawBufferPointer) -> Sound? {
    func sample(_ channel: Int) -> Double {
      Double(samples.loadUnaligned(fromByteOffset: 4 * channel, as: Float.self))
    }
    let reference = sample(0)
    guard reference != 0 else { return nil }
    return Sound(
      track: Int((sample(2) / reference * Double(mostTracks)).rounded()),
      frame: Int((sample(1) / reference * Double(mostFrames)).rounded()), gain: reference / Double(Self.reference))
  }
}

/// A frame of a track, as it was heard.
struct Sound: Equatable {
  var track: Int
  var frame: Int
  var gain: Double
}

/// A disk with coded tracks on it, each named by its number.
final class CodedFiles: Sendable {
  private let tracks: [FilePath: CodedTrack]

  init(_ tracks: [CodedTrack]) {
    self.tracks = Dictionary(uniqueKeysWithValues: tracks.map { (FilePath(String($0.number)), $0) })
  }

  var opener: DecoderOpener {
    { named throws(DecodeError) in
      guard let track = self.tracks[named.path] else { throw DecodeError("cannot be opened") }
      return CodedDecoder(track)
    }
  }
}

private final class CodedDecoder: Decoder {
  private let track: CodedTrack
  private var next = 0

  init(_ track: CodedTrack) { self.track = track }

  var format: AudioFormat { CodedTrack.format }
  var length: FrameCount? { FrameCount(track.frames) }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    let count = min(frames, (track.breaksAt ?? track.frames) - next)
    if count == 0, track.breaksAt != nil { throw DecodeError("cannot be read any further at 0:04: Input/output error") }
    for index in 0..<count { track.write(next + index, to: buffer + 3 * index) }
    next += count
    return count
  }

  func seek(to frame: FrameCount) { next = min(Int(frame.value), track.frames) }
}
