internal import PlayerCore

/// Starting the device, keeping it filled, and what happens when it fails.
extension Renderer {
  /// Starts the device at the next frame to be heard; nil if the phase changed.
  mutating func start() -> Pause? {
    passMarks(before: ring.released, reporting: false)
    ring.rewind(to: ring.released)
    guard hasFirstPart(queueFrames) else {
      if starts == .recovered, !isStarved { report(.starved(generation, position(of: ring.released))) }
      isStarved = true
      return .signal(milliseconds: -1)
    }
    isStarved = false
    if starts == .begun, let fadeIn {
      envelope.fade = Ramp(from: 0, to: 1, at: ring.rendered, frames: Int(rate.frames(in: fadeIn).value))
    }
    runStart = ring.rendered
    padding = 0
    run = newRun(written: 0)
    var startTime = clock()
    do throws(OutputFault) {
      if endFrame != ring.rendered {
        try output.prepare()
        phase = .playing
        try write()
        guard phase == .playing else { return nil }
        run = newRun(written: run.written)
        try output.start()
        startTime = output.startTime ?? clock()
      }
      phase = .playing
      let delay = run.written > 0 ? try output.delay() : 0
      let ahead = rate.duration(of: FrameCount(max(0, delay - run.written)))
      reportStart(at: startTime + ahead)
      refusals = 0
      hasPlayed = true
      return nil
    } catch {
      return refuse(error)
    }
  }

  private func newRun(written: Int) -> HeardFrames {
    HeardFrames(
      startedAt: clock(), written: written, rate: Int(rate.hertz), steps: 2 * (device?.periodFrames ?? 0))
  }

  private mutating func reportStart(at time: MonotonicTime) {
    let position = position(of: runStart)
    switch starts {
    case .begun, .joined: report(.started(generation, position, at: time))
    case .recovered:
      // A main thread that has stopped reading loses these first; each carries the whole count.
      guard reports.room > 256 else { return }
      report(.recovered(generation, position, at: time, underruns: underruns))
    }
  }

  /// The device failed while it was started: it is tried again a little later, and given up after some seconds.
  private mutating func refuse(_ fault: OutputFault) -> Pause? {
    switch fault {
    case .lost where starts == .begun && hasPlayed:
      openAgain()
      return nil
    case .lost(let problem):
      lose(problem)
      return nil
    case .suspended:
      fallAsleep()
      return nil
    case .underrun: break
    }
    refusals += 1
    if refusals > 10, starts == .begun, hasPlayed {
      // PipeWire's plug-in calls it an underrun that its server has died, for ever.
      refusals = 0
      openAgain()
      return nil
    }
    if refusals > 100 {
      refusals = 0
      lose(.failed(operation: "start", message: "the device stops as soon as it is started"))
      return nil
    }
    phase = .refilling
    return .signal(milliseconds: 20)
  }

  /// The device went while it was silent, and may be back: it is opened again, and its route looked at, before anything
  /// sounds.
  private mutating func openAgain() {
    closeDevice()
    fadeIn = nil
    phase = .preparing
  }

  /// Keeps the device filled and notes what is heard; nil if the phase changed.
  mutating func play() -> Pause? {
    do throws(OutputFault) {
      if run.written > 0 { run.look(delay: try output.delay(), at: clock()) }
      let heard = heardFrame
      release(heard: heard)
      // In this order: an end is only certain for what was published before the look at the marks.
      let published = ring.published
      let stop = stopFrame
      if padding > 0, ring.rendered != stop, ring.rendered < published {
        // A track was named after the end had been reached: it takes the silence's place.
        countTakenBack(output.rewind(padding))
        if padding > 0, heard >= ring.rendered {
          output.drop()
          starts = .joined
          phase = .refilling
          return nil
        }
      }
      if let cut = ring.cut, ring.rendered > cut { countTakenBack(output.rewind(ring.rendered - cut)) }
      passMarks(before: heard, reporting: true)
      // Looked at again: a track that was named meanwhile may have begun with the marks just passed.
      if let stop = stopFrame, heard >= stop {
        finish()
        return nil
      }
      let room = try write()
      guard phase == .playing else { return nil }
      return pause(room: room, published: published)
    } catch {
      fail(error)
      return nil
    }
  }

  /// Where rendering stops: the end of the fade out or of the music.
  private var stopFrame: Int? {
    guard let fadeEnd else { return endFrame }
    return min(fadeEnd, endFrame ?? fadeEnd)
  }

  /// Fills the device's queue. May silence instead, if that is ordered meanwhile.
  ///
  /// - Returns: the room that the device has left.
  @discardableResult
  private mutating func write() throws(OutputFault) -> Int {
    guard let device else { return 0 }
    while true {
      let room = min(max(0, try output.room()), device.bufferFrames)
      let space = min(room, queueFrames - (device.bufferFrames - room), block.frames)
      let published = ring.published
      let stop = stopFrame
      let available = min(published, stop ?? published) - ring.rendered
      let isPadding = ring.rendered == stop
      let (replayGain, nextTrack) = loudness(at: ring.rendered)
      envelope.replayGain = replayGain
      let count = isPadding ? space : min(space, available, nextTrack - ring.rendered)
      guard count > 0, isPadding || padding == 0 else { return room }
      if isPadding {
        block.fillWithSilence(count: count)
      } else {
        block.fill(from: ring.memory, shape: ring.shape, at: ring.rendered, count: count, envelope: envelope)
      }
      obeySilence()
      guard phase == .playing else { return room }
      let taken = try output.write(block.device, frames: count)
      run.wrote(taken)
      if isPadding { padding += taken } else { ring.advance(by: taken) }
      // To ask for room again costs a look at the hardware: only when more was there than the block holds,
      // or when silence has to follow.
      let isDone = count < block.frames && (isPadding || ring.rendered != stop)
      if taken < count || isDone { return room - taken }
    }
  }

  /// What is made of the loudness at `frame`, and up to which frame that holds.
  func loudness(at frame: Int) -> (Ramp, until: Int) {
    var present = segment?.replayGain ?? Ramp(1)
    for index in 0..<marks.count {
      let mark = marks[index]
      guard case .border(_, _, let next) = mark.kind, next != present else { continue }
      if mark.frame > frame { return (present, mark.frame) }
      present = next
    }
    return (present, .max)
  }

  private func pause(room: Int, published: Int) -> Pause {
    guard let device else { return .signal(milliseconds: -1) }
    let hertz = Int(rate.hertz)
    func milliseconds(_ frames: Int) -> Int32 { Int32(min(1000, max(0, frames) * 1000 / hertz + 1)) }
    var longest = 1000 as Int32
    if let stop = stopFrame, ring.rendered >= stop { longest = milliseconds(stop - heardFrame) }
    let isStarved = ring.rendered == published && ring.rendered != stopFrame
    if isStarved, !ring.wakes(whenPublished: ring.rendered + min(device.periodFrames, queueFrames)) {
      return .signal(milliseconds: 0)
    }
    if room < device.periodFrames { return .device(milliseconds: longest) }
    // The device would say at once that it has room; but the engine may not or cannot use it.
    let queued = device.bufferFrames - room
    let surplus = isStarved ? device.periodFrames : queued - (queueFrames - device.periodFrames)
    return .signal(milliseconds: min(longest, milliseconds(surplus)))
  }

  /// Takes the marks before which everything was heard, up to where the stream is cut off.
  private mutating func passMarks(before heard: Int, reporting: Bool) {
    while marks.count > 0, marks[0].frame <= heard {
      let mark = marks[0]
      switch mark.kind {
      case .border(let entry, let rate, let replayGain):
        guard ring.passBorder(at: mark.frame) else { return }
        let position = Position(entry: entry, frame: .zero)
        segment = Segment(frame: mark.frame, position: position, rate: rate, replayGain: replayGain)
        if reporting {
          let since = self.rate.duration(of: FrameCount(mark.frame - heard))
          report(.started(generation, position, at: clock() + since))
        }
      case .end:
        // The last mark says whether the stream ends.
        if marks.count == 1 { return }
      case .start:
        return
      }
      _ = marks.pop()
    }
  }

  /// All is heard that was to be heard.
  private mutating func finish() {
    if fadeEnd != nil { return silenceNow() }
    if run.written > 0 { output.drop() }
    resting = position(of: min(heardFrame, endFrame ?? .max))
    phase = .idle
    reportHeard()
    report(.ended(generation))
  }

  /// What a running device's failure means (R18).
  mutating func fail(_ fault: OutputFault) {
    switch fault {
    case .lost(let problem): return lose(problem)
    case .underrun:
      underruns += 1
      run.look(delay: 0, at: clock())
    case .suspended: return fallAsleep()
    }
    let heard = heardFrame
    release(heard: heard)
    passMarks(before: heard, reporting: true)
    phase = .refilling
    starts = .recovered
    if let stop = stopFrame, heard >= stop { return finish() }
    if fadeEnd != nil { silenceNow() }
  }

  /// The machine slept. The headphones may have gone meanwhile: whether the music goes on, and
  /// where, is for the core to say.
  private mutating func fallAsleep() {
    let heard = heardFrame
    release(heard: heard)
    passMarks(before: heard, reporting: true)
    if phase == .playing, let stop = stopFrame, heard >= stop { return finish() }
    resting = position(of: ring.released)
    output.drop()
    phase = .idle
    reportHeard()
    if fadeEnd != nil {
      fadeEnd = nil
      report(.silenced(generation, resting))
    } else {
      report(.suspended(generation, resting))
    }
  }

  /// The device is gone.
  private mutating func lose(_ problem: OutputProblem) {
    release(heard: heardFrame)
    resting = position(of: ring.released)
    output.drop()
    closeDevice()
    phase = .idle
    reportHeard()
    report(worded: .lost(generation, resting, problem))
    if fadeEnd != nil {
      fadeEnd = nil
      report(.silenced(generation, resting))
    }
  }
}
