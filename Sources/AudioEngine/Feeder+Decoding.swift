internal import LinuxSystem
internal import PlayerCore

/// Decoding into the ring, and how one track comes to follow another.
extension Feeder {
  mutating func startStream(_ track: OpenTrack) {
    // Without a resampler the choice of rates changes; the second look is final.
    var source = makeSource(track)
    if source == nil { source = makeSource(track) }
    let format = track.format
    ring.reshape(RingShape(rate: Int(streamRate.hertz), layout: format.layout))
    ring.setBorder(at: nil)
    let request = rates.request(for: format)
    wire.request.withLock { $0 = request }
    current = source
    phase = .feeding
  }

  mutating func feed() {
    guard let current else { return }
    if let crossfade { return feed(crossfade, into: current) }
    if let breakOff { return fail(breakOff) }
    let (start, room) = ring.span()
    var frames = min(room, Feeder.chunk)
    if let begin = overlapBegin(within: frames) {
      if begin == ring.next { return beginOverlap() }
      frames = begin - ring.next
    }
    do throws(DecodeError) {
      switch try current.read(into: start, frames: frames) {
      case .frames(let count): publish(count)
      case .trackEnded: endTrack()
      case .drained: endStream()
      }
    } catch {
      breakOff = error
    }
  }

  private mutating func publish(_ count: Int) {
    // Through a resampler the end of the track before comes after the last read of it.
    if let current, !current.track.isAtStart {
      pushDueMark()
      reportDamage(of: current.track)
    }
    ring.publish(count)
  }

  /// The current track cannot be decoded any further.
  private mutating func fail(_ error: DecodeError) {
    guard let current else { return }
    breakOff = nil
    reportFailed(current.track.track, error)
    currentFailed = true
    switch dueMark {
    case .start: phase = .idle
    case .border:
      // Not a frame of it is heard, so it does not follow.
      border = nil
      dueMark = nil
      endTrack()
    case nil: endTrack()
    }
  }

  /// Which frame is to be heard before it is settled what follows the current track; nil as long as that is not what
  /// comes next.
  var borderDue: Int? {
    guard crossfade == nil, dueMark == nil, let current,
      current.isRead || breakOff != nil || ring.next == overlapStart
    else { return nil }
    return ring.next - Int(streamRate.frames(in: Feeder.borderAhead).value)
  }

  /// All of the current track was read.
  private mutating func endTrack() {
    pushDueMark()
    while openFollowing() {}
    if case .open(let next) = following, let current, joins(next), current.continues(with: next) {
      follow(with: next, current)
    } else {
      current?.finish()
    }
  }

  /// All of it is in the ring.
  private mutating func endStream() {
    phase = .ended
    while openFollowing() {}
    if !join(), !endIsMarked {
      push(.end, at: ring.next)
      endIsMarked = true
    }
  }

  // MARK: Joining

  /// Whether `next` can follow in the same ring, on the same device.
  private func joins(_ next: OpenTrack) -> Bool {
    next.format.layout == ring.shape.layout && rates.ringRate(for: next.format) == streamRate
  }

  /// Lets the following track follow without a gap after the stream's end; false if it is not open or does not join.
  mutating func join() -> Bool {
    guard case .open(let next) = following, joins(next), let source = makeSource(next) else { return false }
    keepAsSpare(current?.track)
    current = source
    take(next, at: ring.next)
    return true
  }

  private mutating func follow(with next: OpenTrack, _ source: TrackSource) {
    let frame = source.nextFrame
    keepAsSpare(source.track)
    source.follow(with: next)
    take(next, at: frame)
  }

  /// The following track has become the current one, from `frame` on.
  private mutating func take(_ next: OpenTrack, at frame: Int) {
    following = .none
    currentFailed = false
    border = frame
    isFadedInto = crossfade != nil
    dueMark = .border
    phase = .feeding
  }

  private mutating func keepAsSpare(_ track: OpenTrack?) {
    if let track, !track.isBroken { spare = track }
  }

  /// Reads `track` at the ring's rate from the ring's next frame on; nil if there is no resampler for it, which has
  /// changed the choice of rates then.
  private mutating func makeSource(_ track: OpenTrack) -> TrackSource? {
    let from = track.format.rate
    let to = rates.ringRate(for: track.format)
    var resampler: (any Resampler)?
    if from != to {
      let terms = Resampling(from: from, to: to, channels: track.format.channels)
      do throws(ResamplerFault) {
        resampler = try makeResampler(terms)
      } catch {
        if let rate = rates.giveUp(terms, error) { reportMissingResampler(rate) }
        return nil
      }
    }
    streamRate = to
    return TrackSource(track, resampler, ringRate: to, base: ring.next)
  }

  /// Opens the following track if it is only named; false if there is nothing to open.
  mutating func openFollowing() -> Bool {
    guard case .named(let track) = following else { return false }
    do throws(DecodeError) {
      let next: OpenTrack
      if let kept = spare, kept.isSource(of: track) {
        next = kept
        next.adopt(track)
        spare = nil
      } else {
        next = try open(track)
      }
      try next.seek(to: .zero)
      following = .open(next)
      reportOpened(next)
    } catch {
      following = .none
      reportFailed(track, error)
    }
    return true
  }

  /// The following track does not join: decodes its start while the present one is heard to its end, so that opening
  /// the device is all that lies between them. False if there is nothing to do.
  mutating func readAhead() -> Bool {
    guard case .open(let next) = following, next.canReadAhead else { return false }
    next.readAhead()
    return true
  }

  // MARK: Crossfade

  /// Where another track is to begin over the current one; nil if it is to follow, or the end is unknown.
  private var overlapStart: Int? {
    guard overlap > .zero, let end = current?.endFrame else { return nil }
    return end - Int(streamRate.frames(in: overlap).value)
  }

  /// Where in the next `frames` frames the following track is to begin over the current one, or might, if one is named
  /// by then; nil: not there.
  private mutating func overlapBegin(within frames: Int) -> Int? {
    guard let begin = overlapStart, begin >= ring.next, begin <= ring.next + frames else { return nil }
    if begin > ring.next { return begin }
    // The current track has to be heard first.
    guard dueMark == nil else { return nil }
    while openFollowing() {}
    guard case .open(let next) = following, joins(next) else { return nil }
    return begin
  }

  private mutating func beginOverlap() {
    guard case .open(let next) = following, let outgoing = current, let incoming = makeSource(next) else { return }
    crossfade = Crossfade(
      of: outgoing, incomingGain: next.replayGain, at: ring.next, frames: Int(streamRate.frames(in: overlap).value),
      channels: ring.shape.channels)
    current = incoming
    take(next, at: ring.next)
  }

  /// Mixes the next frames of both tracks. Where one of them is shorter than it said, the other is heard alone.
  private mutating func feed(_ crossfade: Crossfade, into incoming: TrackSource) {
    let (start, room) = ring.span()
    let frames = min(room, Feeder.chunk, crossfade.end - ring.next)
    do throws(DecodeError) {
      let failures = try crossfade.read(incoming, into: start, frames: frames)
      if let error = failures.incoming {
        reportFailed(incoming.track.track, error)
        currentFailed = true
      }
      if let error = failures.outgoing { reportFailed(crossfade.outgoing.track.track, error) }
    } catch {
      reportFailed(incoming.track.track, error)
      return cancel(crossfade)
    }
    pushDueMark()
    for track in [crossfade.outgoing.track, incoming.track] { reportDamage(of: track) }
    ring.publish(frames)
    guard ring.next == crossfade.end else { return }
    keepAsSpare(crossfade.outgoing.track)
    self.crossfade = nil
  }

  /// The track that was to come in cannot be read at all: the other goes on, alone and to its end.
  private mutating func cancel(_ crossfade: Crossfade) {
    current = crossfade.outgoing
    border = nil
    dueMark = nil
    self.crossfade = nil
  }
}
