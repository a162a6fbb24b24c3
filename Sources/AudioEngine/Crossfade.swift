internal import Glibc

/// The end of one track over the start of the next, in the ring's frames. The power of both together stays what it
/// is: their factors are a cosine and a sine, as long as the sum stays below full scale; where it would not,
/// `SumLimit` comes in. Decode thread only.
///
/// ReplayGain is applied on the way to the device, one factor a frame, and goes in a straight line from one track's to
/// the other's here. So the frames are mixed for that factor; neither track is ever raised by more than it, which keeps
/// both below the route's cap (R21).
final class Crossfade {
  /// Why tracks broke off, if they just did; their rest is silence, as after their end.
  struct Failures {
    var outgoing: DecodeError?
    var incoming: DecodeError?
  }

  /// Mixed frames that are looked at together.
  private struct Window {
    let samples: UnsafeMutablePointer<Float>
    /// The sum's limit for each frame.
    let limits: UnsafeMutablePointer<Float>
    var frames = 0
    var need: Float = 0
  }

  /// The track that ends.
  let outgoing: TrackSource
  /// ReplayGain's factor from the first frame on.
  let replayGain: Ramp
  /// The first frame after it.
  var end: Int { start + frames }
  private let start: Int
  private let frames: Int
  private let channels: Int
  private let outgoingGain: Float
  private let incomingGain: Float
  private let tail: UnsafeMutablePointer<Float>
  private var limit: SumLimit
  /// The window that is handed out, how much of it was, and the one after it.
  private var present: Window
  private var handed = 0
  private var next: Window
  /// The first frame that was not read.
  private var read: Int

  private static let windowFrames = 256

  /// The last frames of `outgoing` over the first of a track with the factor `incomingGain`, which comes in at `start`.
  init(of outgoing: TrackSource, incomingGain: Float, at start: Int, frames: Int, channels: Int) {
    self.outgoing = outgoing
    outgoingGain = outgoing.track.replayGain
    self.incomingGain = incomingGain
    self.start = start
    self.frames = frames
    self.channels = channels
    read = start
    replayGain = Ramp(from: outgoingGain, to: incomingGain, at: start, frames: frames)
    // In a quarter of the overlap from the one law to the other.
    limit = SumLimit(fall: 4 * Float(Self.windowFrames) / Float(frames))
    func window() -> Window {
      Window(
        samples: .allocate(capacity: Self.windowFrames * channels), limits: .allocate(capacity: Self.windowFrames))
    }
    tail = .allocate(capacity: Self.windowFrames * channels)
    present = window()
    next = window()
  }

  deinit {
    tail.deallocate()
    for window in [present, next] {
      window.samples.deallocate()
      window.limits.deallocate()
    }
  }

  /// Writes the next `frames` frames, no more than are left of it, of the track that ends and of `incoming`.
  ///
  /// - Throws: when `incoming` cannot be read at all. Nothing of the other was then.
  func read(
    _ incoming: TrackSource, into buffer: UnsafeMutablePointer<Float>, frames: Int
  ) throws(DecodeError) -> Failures {
    var failures = Failures()
    if read == start { try mixNext(incoming, &failures) }
    var done = 0
    while done < frames {
      if handed == present.frames {
        swap(&present, &next)
        handed = 0
        try mixNext(incoming, &failures)
        limit.apply(to: present.samples, present.limits, frames: present.frames, channels, present.need, next.need)
      }
      let count = min(frames - done, present.frames - handed)
      (buffer + done * channels).update(from: present.samples + handed * channels, count: count * channels)
      handed += count
      done += count
    }
    return failures
  }

  /// Mixes the window after those that are.
  private func mixNext(_ incoming: TrackSource, _ failures: inout Failures) throws(DecodeError) {
    let count = min(Self.windowFrames, end - read)
    var filled = 0
    do throws(DecodeError) {
      filled = try incoming.readFully(into: next.samples, frames: count)
    } catch {
      if read == start { throw error }
      failures.incoming = error
      incoming.finish()
    }
    (next.samples + filled * channels).update(repeating: 0, count: (count - filled) * channels)
    do throws(DecodeError) {
      filled = try outgoing.readFully(into: tail, frames: count)
    } catch {
      filled = 0
      failures.outgoing = error
      outgoing.finish()
    }
    (tail + filled * channels).update(repeating: 0, count: (count - filled) * channels)
    next.frames = count
    next.need = 0
    for index in 0..<count { mix(index, at: read + index) }
    read += count
  }

  /// Mixes frame `index` of the next window, the ring's frame `frame`.
  private func mix(_ index: Int, at frame: Int) {
    let angle = (Double(frame - start) + 0.5) / Double(frames) * (Double.pi / 2)
    // ReplayGain's share is taken out of the factors.
    let applied = replayGain.value(at: frame)
    let (outFull, inFull) = (min(1, outgoingGain / applied), min(1, incomingGain / applied))
    let out = min(1, Float(cos(angle)) * outgoingGain / applied)
    let into = min(1, Float(sin(angle)) * incomingGain / applied)
    let safe = 1 / max(1, out / outFull + into / inFull)
    next.limits[index] = safe
    for sample in index * channels..<(index + 1) * channels {
      let (ending, coming) = (tail[sample], next.samples[sample])
      let sum = coming * into + ending * out
      // Full scale, or what one of them has alone.
      let most = max(1 / applied, abs(coming) * inFull, abs(ending) * outFull)
      if abs(sum) > most { next.need = max(next.need, SumLimit.need(factor: most / abs(sum), safe: safe)) }
      next.samples[sample] = sum
    }
  }
}
