internal import PlayerCore

/// How loud is what is heard. It is measured as it is given back, once however often it was rendered, and with the
/// factors that it was rendered with; those few frames that could not be taken back before a change of gain count with
/// the factor that the change began with.
extension Renderer {
  /// Gives back what was heard before `frame`.
  mutating func release(heard frame: Int) {
    if measures { measure(before: frame) }
    ring.release(before: frame)
    if meter.sound.seconds >= HeardMeter.interval { reportHeard() }
  }

  /// Tells what was heard since that was told last, even if it is nothing: who asks knows then to what it belongs.
  mutating func reportHeard() {
    // A main thread that has stopped reading gets it later, in one.
    guard measures, reports.room > 256 else { return }
    report(.heard(meter.take()))
  }

  private mutating func measure(before frame: Int) {
    var start = ring.released
    while start < frame {
      let (replayGain, nextTrack) = loudness(at: start)
      var envelope = envelope
      envelope.replayGain = replayGain
      let count = min(frame, nextTrack, start + block.frames) - start
      guard count > 0 else { return }
      if let energy = block.energy(
        of: ring.memory, shape: ring.shape, at: start, count: count, envelope: envelope)
      {
        meter.add(frames: count, energy: energy, rate: rate)
      }
      start += count
    }
  }
}
