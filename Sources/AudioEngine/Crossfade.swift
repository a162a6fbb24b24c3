internal import Glibc

/// The end of one track over the start of the next, in the ring's frames. The power of both together stays what it is:
/// their factors are a cosine and a sine. Decode thread only.
///
/// ReplayGain is applied on the way to the device, one factor a frame, and goes in a straight line from one track's to the
/// other's here. So the frames are mixed for that factor; neither track is ever raised by more than it, which keeps both
/// below the route's cap (R21).
final class Crossfade {
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
  private let tail: UnsafeMutableBufferPointer<Float>

  /// The last frames of `outgoing` over the first of a track with the factor `incomingGain`, which comes in at `start`.
  init(of outgoing: TrackSource, incomingGain: Float, at start: Int, frames: Int, channels: Int) {
    self.outgoing = outgoing
    outgoingGain = outgoing.track.replayGain
    self.incomingGain = incomingGain
    self.start = start
    self.frames = frames
    self.channels = channels
    replayGain = Ramp(from: outgoingGain, to: incomingGain, at: start, frames: frames)
    tail = .allocate(capacity: Feeder.chunk * channels)
  }

  deinit { tail.deallocate() }

  /// Mixes the next `frames` frames of the track that ends into those at `incoming`, of which the first is `frame`.
  ///
  /// - Returns: why that track broke off, if it just did; its rest is silence, as after its end.
  func mix(into incoming: UnsafeMutablePointer<Float>, at frame: Int, frames: Int) -> DecodeError? {
    let buffer = tail.baseAddress!
    var count = 0
    var failure: DecodeError?
    do throws(DecodeError) {
      count = try outgoing.readFully(into: buffer, frames: frames)
    } catch {
      failure = error
      outgoing.finish()
    }
    (buffer + count * channels).update(repeating: 0, count: (frames - count) * channels)
    for index in 0..<frames {
      let (out, into) = factors(at: frame + index)
      for sample in index * channels..<(index + 1) * channels {
        incoming[sample] = incoming[sample] * into + buffer[sample] * out
      }
    }
    return failure
  }

  /// The factors on both tracks, ReplayGain's share at `frame` taken out.
  private func factors(at frame: Int) -> (outgoing: Float, incoming: Float) {
    let angle = (Double(frame - start) + 0.5) / Double(frames) * (Double.pi / 2)
    let applied = replayGain.value(at: frame)
    return (min(1, Float(cos(angle)) * outgoingGain / applied), min(1, Float(sin(angle)) * incomingGain / applied))
  }
}
