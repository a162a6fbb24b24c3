public import AudioEngine
internal import Glibc
internal import LinuxSystem
public import PlayerCore

/// A track that exists only as a formula: every sample is a 16-bit number other than zero that follows from the track,
/// the frame and the channel, so that a test can tell what was heard without keeping it.
public struct FakeTrack: Sendable {
  /// Tells its samples from those of other tracks.
  public var seed: Int
  /// Its length.
  public var frames: Int
  /// Its format.
  public var format: AudioFormat
  /// Whether the decoder says how long it is.
  public var knowsLength = true
  /// It cannot be opened.
  public var failsToOpen = false
  /// It cannot be sought.
  public var failsToSeek = false
  /// Reading fails from this frame on.
  public var failsAt: Int?
  /// A sine of so many hertz at full level, instead of the formula.
  public var tone: Double?
  /// The most frames that one read delivers.
  public var readsAtMost = Int.max
  /// Its samples are these instead: a function of the frame's time in seconds, full scale ±1.
  public var wave: (@Sendable (Double) -> Double)?
  /// Where on the time of `wave` it begins.
  public var waveStart = 0.0
  /// Runs at every read.
  public var whenRead: @Sendable () -> Void = {}

  /// A track without faults.
  public init(seed: Int, frames: Int, rate: Int32 = 44_100, channels: Int = 2) {
    self.seed = seed
    self.frames = frames
    format = AudioFormat(rate: SampleRate(rate), channels: channels, encoding: .integer(bits: 16))
  }

  /// The sample of `channel` in `frame`, as a 16-bit number.
  public func sample(_ frame: Int, _ channel: Int) -> Int16 {
    if let tone { return Int16(32_767 * sin(2 * .pi * tone * Double(frame) / Double(format.rate.hertz))) }
    if let wave { return Int16((wave(waveStart + Double(frame) / Double(format.rate.hertz)) * 32_767).rounded()) }
    let value = (frame &* 7919 &+ seed &* 104_729 &+ channel &* 15_485_863) & 0x7fff
    return Int16(truncatingIfNeeded: frame & 1 == 0 ? max(1, value) : -max(1, value))
  }

  /// The samples of these frames, interleaved.
  public func samples(_ range: Range<Int>) -> [Int16] {
    range.flatMap { frame in (0..<format.channels).map { sample(frame, $0) } }
  }
}

/// A disk with such tracks on it.
public final class FakeFiles: Sendable {
  private let state: Guarded<(tracks: [FilePath: FakeTrack], opened: [FilePath])>

  /// A disk with `tracks`, of which the first is named "0".
  public init(_ tracks: [FakeTrack]) {
    let named = tracks.enumerated().map { (FilePath(String($0.offset)), $0.element) }
    state = Guarded((Dictionary(uniqueKeysWithValues: named), []))
  }

  /// The paths that were opened so far.
  public var opened: [FilePath] { state.withLock { $0.opened } }

  /// For the engine.
  public var opener: DecoderOpener {
    { named throws(DecodeError) in
      let track = self.state.withLock { state in
        state.opened.append(named.path)
        return state.tracks[named.path]
      }
      guard let track, !track.failsToOpen else { throw DecodeError("cannot be opened") }
      return FakeDecoder(track)
    }
  }
}

/// Decodes a `FakeTrack`, with the faults that are turned on there.
public final class FakeDecoder: Decoder {
  private let track: FakeTrack
  private var frame = 0

  /// A decoder at the start of `track`.
  public init(_ track: FakeTrack) { self.track = track }

  /// The track's format.
  public var format: AudioFormat { track.format }

  /// The length, if `knowsLength`.
  public var length: FrameCount? { track.knowsLength ? FrameCount(track.frames) : nil }

  /// Computes samples, up to `failsAt`.
  public func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    track.whenRead()
    let end = min(track.frames, track.failsAt ?? track.frames)
    let count = min(frames, track.readsAtMost, end - frame)
    if count <= 0 {
      if track.failsAt != nil { throw DecodeError("damaged") }
      return 0
    }
    var index = 0
    for position in frame..<frame + count {
      for channel in 0..<track.format.channels {
        buffer[index] = Float(track.sample(position, channel)) / 32_768
        index += 1
      }
    }
    frame += count
    return count
  }

  /// Seeks, unless `failsToSeek`.
  public func seek(to target: FrameCount) throws(DecodeError) {
    if track.failsToSeek { throw DecodeError("cannot be sought") }
    frame = min(Int(target.value), track.frames)
  }
}
