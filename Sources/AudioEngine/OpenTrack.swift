internal import PlayerCore

/// A track whose file is open. Decode thread only.
final class OpenTrack {
  /// What was ordered; an order for the same part of the same file takes an open track over.
  private(set) var track: Track
  let format: AudioFormat
  /// The track's length, if the decoder is certain of it.
  let length: FrameCount?
  /// The frame that was sought last: where what is read begins.
  private(set) var start = FrameCount.zero
  /// Whether the decoder still stands at `start`, so that nothing was read of it.
  private(set) var isAtStart = true
  private let decoder: any Decoder
  private let readsTags: ReplayGainReader
  /// What the tags say; nil until somebody wants to know.
  private var tags: ReplayGainFacts??
  /// What was decoded before somebody wanted it; nil once it is used up.
  private var ahead: ReadAhead?
  /// Whether reading has failed: what the decoder would do after that is anybody's guess.
  private(set) var isBroken = false

  /// Whether damage was asked for and found.
  private var isKnownDamaged = false

  /// Frames from `start` on, and what came after them.
  private struct ReadAhead {
    var samples: [Float] = []
    var taken = 0
    var error: DecodeError?
  }

  /// Opens the file of `track`.
  init(_ track: Track, _ opener: DecoderOpener, _ readsTags: @escaping ReplayGainReader) throws(DecodeError) {
    self.track = track
    self.readsTags = readsTags
    decoder = try opener(track)
    format = decoder.format
    length = decoder.length
  }

  /// Whether this is the track that `other` orders, however it is to be played.
  func isSource(of other: Track) -> Bool {
    track.entry == other.entry && track.path == other.path && track.part == other.part
  }

  /// Plays from now on as `other` says, which it is the source of.
  func adopt(_ other: Track) { track = other }

  /// The factor on its samples that its order and its tags mean. Reads the tags when they first count.
  var replayGain: Float {
    guard track.replayGain != .off else { return 1 }
    if let loudness = track.loudness { return track.replayGain.factor(for: loudness) }
    let known = tags ?? readsTags(track)
    tags = .some(known)
    return track.replayGain.factor(for: known)
  }

  /// Makes `frame` the next to be read.
  func seek(to frame: FrameCount) throws(DecodeError) {
    if isAtStart, frame == start { return }
    ahead = nil
    try decoder.seek(to: frame)
    start = frame
    isAtStart = true
  }

  /// Whether there is something left for `readAhead` to do.
  var canReadAhead: Bool { isAtStart && ahead == nil }

  /// Decodes half a second from `start`, so that it is there at once.
  func readAhead() {
    guard canReadAhead else { return }
    let wanted = Int(format.rate.hertz) / 2
    let channels = format.channels
    var error: DecodeError?
    let samples = [Float](unsafeUninitializedCapacity: wanted * channels) { buffer, count in
      var frames = 0
      do throws(DecodeError) {
        while frames < wanted {
          let more = try decoder.read(into: buffer.baseAddress! + frames * channels, frames: wanted - frames)
          if more == 0 { break }
          frames += more
        }
      } catch let failure {
        error = failure
      }
      count = frames * channels
    }
    ahead = ReadAhead(samples: samples, error: error)
  }

  /// Reads as `Decoder.read` does.
  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    isAtStart = false
    do throws(DecodeError) {
      if let count = try takeAhead(into: buffer, frames: frames) { return count }
      return try decoder.read(into: buffer, frames: frames)
    } catch {
      isBroken = true
      throw error
    }
  }

  /// Damage that was met in what was read, the first time that it is asked for.
  func takeDamage() -> DecodeError? {
    guard !isKnownDamaged, let damage = decoder.damage else { return nil }
    isKnownDamaged = true
    return damage
  }

  /// Reads what was decoded ahead; nil when that is used up.
  private func takeAhead(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int? {
    guard let found = ahead else { return nil }
    let channels = format.channels
    let count = min(frames, found.samples.count / channels - found.taken)
    if count == 0 {
      ahead = nil
      if let error = found.error { throw error }
      return nil
    }
    found.samples.withUnsafeBufferPointer {
      buffer.update(from: $0.baseAddress! + found.taken * channels, count: count * channels)
    }
    ahead?.taken += count
    return count
  }
}
