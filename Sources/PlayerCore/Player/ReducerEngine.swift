/// What the engine's reports mean: R14 (busy), R18, and the walk through the queue.
extension PlayerState {
  mutating func take(_ report: EngineReport, at now: MonotonicTime, _ effects: inout [Effect]) {
    switch report {
    case .trackOpened(_, let id, let format, let length):
      noteOpened(id, format, length: length, &effects)
      return
    case .resamplerMissing(let rate):
      say("rate = \(rate.hertz) needs libsoxr (apt install libsoxr0): files play at their own rates", at: now)
      return
    case .heard(let sound):
      hear(sound, at: now)
      return
    case .trackFailed(let of, let id, let reason):
      queue.update(id) { $0.problem = reason }
      if of == generation { goOn(without: id, at: now, &effects) }
      return
    case .trackDamaged(_, let id, let reason):
      if let entry = queue[id] {
        say("\(entry.displayTitle): \(reason)", at: now)
        note(.damaged(queueNumber(of: entry), reason: reason))
      }
      return
    case .prepared(let of, let description) where of == generation: begin(on: description, at: now, &effects)
    case .started(let of, let position, let at) where of == generation:
      anchor(position, at: at, now: now, &effects)
    case .recovered(let of, let position, let at, let underruns) where of == generation:
      if underruns > self.underruns { note(.ranDry(underruns)) }
      self.underruns = underruns
      anchor(position, at: at, now: now, &effects)
    case .starved(let of, let position) where of == generation: starve(at: position)
    case .suspended(let of, let position) where of == generation: wake(at: position, at: now)
    case .checked(let of, let position, let isRunning) where of == generation:
      checked(position, isRunning: isRunning, at: now, &effects)
    case .silenced(let of, let position) where of == generation && phase == .silencing:
      phase = .silent
      silentSince = now
      busy?.retryAt = now
      // A gapless join may have been heard just before: its report came too late to count.
      if keepsHeardPlace { stand(at: position) }
    case .ended(let of) where of == generation: playNextAfterEnd(at: now, &effects)
    case .openFailed(let of, let problem) where of == generation: openFailed(problem, at: now, &effects)
    case .deviceLost(let of, let position, let problem) where of == generation:
      deviceLost(at: position, problem, at: now, &effects)
    case .released: if phase == .idle { output = nil }
    case .outputThreadStarted(_, let priority?): realTime = .allowed(priority: priority)
    case .outputThreadStarted(let thread, nil): effects.append(.requestRealTime(thread: thread))
    default: break  // An older generation's: late answers are harmless.
    }
    noteAnswer(at: now)
  }

  private mutating func noteOpened(
    _ id: QueueEntryID, _ format: AudioFormat, length: FrameCount?, _ effects: inout [Effect]
  ) {
    learn(of: id, &effects) { entry in
      entry.facts.format = format
      // What the decoder is sure of counts; a length read from tags may be an estimate.
      if let length {
        entry.facts.length = length
        entry.isRemembered = false
      }
      // Nothing but a gap, and on repeat an endless one.
      entry.problem = length == .zero ? "no sound in it" : nil
    }
    if id == current, !playhead.advances { playhead.rate = format.rate }
  }

  /// The device is open: its route is resolved before the first frame is heard there (R19, R33).
  private mutating func begin(on description: OutputDescription, at now: MonotonicTime, _ effects: inout [Effect]) {
    if output != description { underruns = 0 }
    output = description
    outputTrack = current
    waitsForFile = false
    device = description.card.map(OutputFacts.card) ?? .unnamed  // A monitor that knows better overrules this.
    opensDirectly = description.isDirect
    reserveCard(&effects)
    if !routes.isLossPending { lossMetPlayback = false }
    observeRoute(at: now, &effects)
    keepPrivate(at: now)
    // While it plays: the engine found the device gone at the start and has opened it again.
    guard phase == .preparing || phase == .playing else { return }
    if holds == [.busy] {
      holds = []
      busy = nil
      note(.deviceFree)
    }
    guard shouldSound else { return }
    phase = .playing
    listening.route = routes.settled
    awaitServer(at: now)
    effects.append(.engine(.begin(generation, gain: gain, fadeIn: nextFadeIn)))
    nextFadeIn = Self.startFade
  }

  /// Frame `position` is heard at `at`: the playhead runs from there. If it ran before, the engine has joined on the
  /// track that was named as next, and needs to hear of the one after; or on a whole file that has been divided since.
  private mutating func anchor(
    _ position: Position, at: MonotonicTime, now: MonotonicTime, _ effects: inout [Effect]
  ) {
    guard phase == .playing else { return }
    let joined = playhead.advances
    waitsForFile = false
    watch.begins()
    let place = queue.place(of: position)
    guard queue[place.entry] != nil else { return goOnWithoutRemoved(at: now, &effects) }
    current = place.entry
    outputTrack = current
    keepsHeardPlace = true
    if message?.reason == .device { message = nil }
    playhead = Playhead(
      frame: place.frame, at: at, rate: queue[place.entry]?.facts.format?.rate ?? playhead.rate, advances: true)
    if place.entry != position.entry {
      goOnInPart(at: now, &effects)
    } else if joined {
      announceNext(&effects)
    }
  }

  /// The playhead rests at `position`, which the engine reported.
  mutating func stand(at position: Position) {
    let position = queue.place(of: position)
    guard let entry = queue[position.entry] else { return }
    current = entry.id
    if let rate = entry.facts.format?.rate { playhead.rate = rate }
    rest(at: position.frame)
  }

  /// The current track was heard to its end and nothing joined on.
  private mutating func playNextAfterEnd(at now: MonotonicTime, _ effects: inout [Effect]) {
    guard let current else { return }
    phase = .silent
    silentSince = now
    if let next = queue.following(current) {
      move(to: next)
      nextFadeIn = .zero
    } else {
      endQueue(&effects)
    }
  }

  private mutating func endQueue(_ effects: inout [Effect]) {
    wish = Wish(.stop, because: .endOfQueue)
    note(.queueEnded)
    letGoOfDevice(&effects)
    if let first = queue.first { move(to: first) }
  }

  /// A track cannot be played, or not any further: it is marked, and the next one takes its place.
  private mutating func goOn(without id: QueueEntryID, at now: MonotonicTime, _ effects: inout [Effect]) {
    if let entry = queue[id], let problem = entry.problem {
      if id == current { say("\(entry.displayTitle): \(problem)", at: now) }
      let endsEarly = id == current && phase != .preparing
      note(.unplayable(queueNumber(of: entry), reason: problem, endsEarly: endsEarly))
    }
    guard phase == .preparing, id == current else {
      announceNext(&effects)
      return
    }
    if let next = queue.next(after: id) {
      move(to: next)
      prepare(&effects)
    } else {
      phase = output == nil ? .idle : .silent
      endQueue(&effects)
    }
  }

  /// R14: a device that another program has is tried again for half a minute; everything else is an error that says so.
  private mutating func openFailed(_ problem: OutputProblem, at now: MonotonicTime, _ effects: inout [Effect]) {
    phase = .idle
    silentSince = nil
    output = nil
    if problem == .formatRefused, let current {
      // The track's fault, not the device's.
      queue.update(current) { $0.problem = "the sound device takes neither its rate nor its channels" }
      phase = .preparing
      goOn(without: current, at: now, &effects)
      return
    }
    guard problem == .busy else {
      // The route's device went while it was opened, and its monitor has not noticed yet: a loss like any other (R33).
      if problem == .noDevice { loseDevice(problem, at: now, &effects) } else { fail(problem, at: now) }
      return
    }
    if busy == nil { note(.deviceBusy) }
    let attempt = busy ?? BusyDevice(pause: .milliseconds(250), retryAt: nil, givesUpAt: now + .seconds(30))
    if now >= attempt.givesUpAt {
      fail(problem, at: now)
    } else {
      holds.insert(.busy)
      busy = BusyDevice(
        pause: min(attempt.pause * 2, .seconds(2)), retryAt: min(now + attempt.pause, attempt.givesUpAt),
        givesUpAt: attempt.givesUpAt)
    }
  }

  private mutating func fail(_ problem: OutputProblem, at now: MonotonicTime) {
    endBusy()
    let text = problem.text(device: deviceName)
    if wish.goal == .play {
      wish = Wish(.pause, because: .deviceError)
      note(.deviceFailed(text, isBusy: problem == .busy))
    }
    say(text, because: .device, at: now)
  }

  /// R18: the device is gone: R1, or a device error if it was the speaker.
  private mutating func deviceLost(
    at position: Position, _ problem: OutputProblem, at now: MonotonicTime, _ effects: inout [Effect]
  ) {
    // A place that the user chose since the last frame was heard counts.
    if phase == .playing || (phase == .silencing && keepsHeardPlace) { stand(at: position) }
    phase = .idle
    silentSince = nil
    output = nil
    if wish.goal == .play || isPausedForLoss(at: now) { loseDevice(problem, at: now, &effects) }
  }

  private mutating func loseDevice(_ problem: OutputProblem, at now: MonotonicTime, _ effects: inout [Effect]) {
    let route = routes.inUse
    guard route.port != .builtInSpeaker, route.port != .none else {
      fail(problem, at: now)
      return
    }
    if !routes.isLossPending { commandedSinceLoss = false }
    lossMetPlayback = true
    holds.remove(.snag)
    let outcome = pauseForLoss(of: route, at: now, &effects)
    // What is still there for the monitors has not come back by that (R3).
    if !routes.isLossPending { pendingResume?.unseenLossAt = now }
    // There is no device to continue on until one is opened anew.
    if wish.goal == .play { wish = Wish(.pause, because: .routeLost) }
    note(.deviceLost(route, outcome == .continued ? .paused(window: nil, underHold: false) : outcome, problem))
  }
}

extension OutputProblem {
  /// What is wrong with the device `name`, for people.
  public func text(device name: String) -> String {
    switch self {
    case .busy: "sound device \"\(name)\" is in use by another program"
    case .noDevice: "there is no sound device \"\(name)\" (aplay -L lists them)"
    case .noPermission: "no permission for sound device \"\(name)\" (are you in the group audio?)"
    case .formatRefused: "sound device \"\(name)\" takes no such rate or channels"
    case .failed("open", let message): "sound device \"\(name)\" cannot be opened: \(message)"
    case .failed(_, let message): "sound device \"\(name)\" failed: \(message)"
    }
  }
}
