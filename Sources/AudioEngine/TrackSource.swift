internal import PlayerCore

/// The stream's frames at the ring's rate: one track after another, through one resampler if their rate is another. So
/// a border between two tracks of one rate is no border to the resampler. Decode thread only.
final class TrackSource {
  /// What came of reading.
  enum Reading {
    case frames(Int)
    /// All of the track was taken; what follows may come through the same resampler: `follow`, or else `finish`.
    case trackEnded
    /// Nothing is left.
    case drained
  }

  /// The track that is read.
  private(set) var track: OpenTrack
  private let ringRate: SampleRate
  private let resampler: (any Resampler)?
  /// The ring's frame that the first frame read becomes.
  private let base: Int
  /// Frames read of all tracks, and of those before the present one.
  private var input = 0
  private var inputBefore = 0
  private var isFinishing = false
  /// What `readFully` is to throw next: frames that came before it count.
  private var failure: DecodeError?

  /// Reads `track` from where it stands, for the ring's frames from `base` on. A `resampler` brings it to `ringRate`.
  init(_ track: OpenTrack, _ resampler: (any Resampler)?, ringRate: SampleRate, base: Int) {
    self.track = track
    self.resampler = resampler
    self.ringRate = ringRate
    self.base = base
  }

  /// Where in the ring the frame goes that is read next: rounded up, so that no frame of it comes before its time.
  var nextFrame: Int { ringFrame(ofInput: input) }

  /// Where in the ring the track ends, if it ends where its decoder says.
  var endFrame: Int? {
    track.length.map { ringFrame(ofInput: inputBefore + Int($0.value - track.start.value)) }
  }

  /// Whether as much was read of the track as its decoder says that it has.
  var isRead: Bool { track.length.map { input - inputBefore >= Int($0.value - track.start.value) } ?? false }

  /// Whether `other` can be read through the same resampler.
  func continues(with other: OpenTrack) -> Bool {
    !isFinishing && other.format.rate == track.format.rate && other.format.channels == track.format.channels
  }

  /// Goes on with `next`, which `continues`.
  func follow(with next: OpenTrack) {
    track = next
    inputBefore = input
  }

  /// Nothing follows.
  func finish() {
    isFinishing = true
    resampler?.finish()
  }

  /// Writes at most `frames` frames, at least one unless it says otherwise or the track is read.
  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Reading {
    guard let resampler else {
      if isFinishing { return .drained }
      let count = try track.read(into: buffer, frames: frames)
      input += count
      return count > 0 ? .frames(count) : .trackEnded
    }
    while true {
      let made = resampler.make(into: buffer, frames: frames)
      if made > 0 { return .frames(made) }
      if isFinishing { return .drained }
      let (start, room) = resampler.input
      let count = try track.read(into: start, frames: room)
      if count == 0 { return .trackEnded }
      resampler.took(count)
      input += count
      // None may come of a track's last frames before what follows is known.
      if isRead { return .frames(resampler.make(into: buffer, frames: frames)) }
    }
  }

  /// Writes `frames` frames, fewer only where the track ends, after which nothing is left to be read, or breaks off.
  ///
  /// - Throws: when the track has broken off, and nothing comes before that any more.
  func readFully(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    var done = 0
    while done < frames, failure == nil {
      do throws(DecodeError) {
        switch try read(into: buffer + done * track.format.channels, frames: frames - done) {
        case .frames(let count): done += count
        case .trackEnded: finish()
        case .drained: return done
        }
      } catch {
        failure = error
      }
    }
    if done == 0, let failure {
      self.failure = nil
      throw failure
    }
    return done
  }

  private func ringFrame(ofInput frames: Int) -> Int {
    // A file may claim so many frames that the product needs more than 64 bits.
    let from = Int128(track.format.rate.hertz)
    return base + Int((Int128(frames) * Int128(ringRate.hertz) + from - 1) / from)
  }
}
