/// The only place that decides: takes in what happened at `now`, changes the state, and says what is to be done
/// outside. Pure: no clock, no chance, no input or output.
public func reduce(_ state: inout PlayerState, _ event: Event, at now: MonotonicTime) -> [Effect] {
  var effects: [Effect] = []
  let place = Place(of: state, at: now)
  let before = (state.plays, state.wish)
  let hooked = state.hookedFacts
  state.letTimePass(until: now, &effects)
  switch event {
  case .launched(let items, let plays):
    state.delaySleep(&effects)
    state.launch(items, plays: plays, at: now, &effects)
  case .sessionOpened(let saved): state.openSession(saved, at: now, &effects)
  case .sessionRefused(let reason): state.refuseSession(reason, at: now, &effects)
  case .leaving(let why):
    state.note(.ended(why))
    state.saving.dueAt = now
  case .factsChanged(let facts):
    state.take(facts, at: now, &effects)
  case .deviceProbed(let output):
    state.device = output
    state.observeRoute(at: now, &effects)
  case .commandReceived(let command, let source): state.receive(command, from: source, at: now, &effects)
  case .pressed(let press): state.take(press, at: now, &effects)
  case .pressDevicesChanged(let devices): state.notePressDevices(devices, at: now)
  case .pauseRequested(let process): state.pause(by: process, at: now, &effects)
  case .engineReported(let report): state.take(report, at: now, &effects)
  case .trackRead(let id, let facts): state.noteFacts(facts, of: id, &effects)
  case .sheetRead(let id, let facts, let sheet): state.noteSheet(sheet, in: facts, of: id, at: now, &effects)
  case .trackUnreadable(let id, let reason): state.queue.update(id) { $0.problem = reason }
  case .holdBegan(let hold): state.noteBegin(of: hold, at: now)
  case .holdEnded(let hold, let shouldResume): state.noteEnd(of: hold, shouldResume: shouldResume, at: now)
  case .sleepAnnounced, .shutdownAnnounced: state.announceSleep(at: now)
  case .wokeUp: state.wake(at: now, &effects)
  case .reservationRequested(_, let priority): state.requestReservation(priority: priority, at: now, &effects)
  case .reservationLost(let name): state.loseReservation(to: name, at: now)
  case .reservationGranted: state.noteReservation(at: now)
  case .terminalLeft: state.leaveTerminal(at: now, &effects)
  case .recordingBegan: state.beginRecording(&effects)
  case .recordingEnded(let isLost): state.endRecording(lostMicrophone: isLost, &effects)
  case .observerDropped: state.note(.observerLost)
  case .listeningOpened(let book): state.openListening(book)
  case .dayBegan(let day): state.listening.today = day
  case .hookEnded(let report): state.noteHook(report)
  case .realTimeAnswered(let realTime): state.realTime = realTime
  case .noticed(let text): state.say(text, at: now)
  case .deadlineReached: break
  }
  // What happened may have settled what it waited for.
  state.letSleepEnd(until: now)
  state.keepPrivate(at: now)
  state.reviewPrivacyMessage()
  state.steer(at: now, &effects)
  state.settleReservation(at: now, &effects)
  state.directOthers(since: before, &effects)
  state.notePlaying(at: now)
  state.watchOrders(in: effects, at: now)
  if place.isLeft(by: state, at: now) { state.jumps += 1 }
  let allowsSleep = state.allowsSleep(at: now)
  state.saveSession(at: now, &effects)
  let ends = event.isEnd
  state.saveListening(ends: ends, at: now, &effects)
  state.callHooks(since: hooked, ends: ends, at: now, &effects)
  state.tellTimeline(at: now, ends: ends || allowsSleep, &effects)
  if allowsSleep { effects.append(.allowSleep) }
  return effects
}

extension PlayerState {
  /// A pause, a level or a fade is never a click (R22).
  static let pauseFade = Duration.milliseconds(15)
  static let jumpFade = Duration.milliseconds(10)
  static let levelRamp = Duration.milliseconds(20)
  /// A plug-in may be about to be heard too loud: as short as R22 lets it be.
  static let cautionRamp = Duration.milliseconds(5)
  static let startFade = Duration.milliseconds(5)
  /// A fade is over so long after its end, or the device stands still.
  static let fadeGrace = Duration.milliseconds(500)
  static let messageLasts = Duration.seconds(8)

  mutating func launch(_ items: [QueueItem], plays: Bool, at now: MonotonicTime, _ effects: inout [Effect]) {
    guard queue.entries.isEmpty else {
      _ = plays ? play(items, at: now, &effects) : insert(items, at: .end, &effects)
      return
    }
    queue.append(items)
    effects.append(.readFacts(queue.entries.map(\.track)))
    guard let first = queue.first else { return }
    current = first.id
    // Nothing sounds yet, so what the sensing says now is where playback starts, settled or not (R10).
    judge(routes.settleNow(at: now, under: settings), at: now, &effects)
    wish = Wish(plays ? .play : .pause, because: .user)
  }

  fileprivate mutating func take(_ facts: Facts, at now: MonotonicTime, _ effects: inout [Effect]) {
    let before = self.facts
    self.facts = facts
    observeRoute(at: now, &effects)
    microphones.observe(facts.microphones, at: now, under: settings)
    moveToChosenSink(&effects)
    noteLossReason()
    noteOthers(since: before, at: now)
    noteMuteSwitch(since: before)
    observeMuteSwitch(at: now)
  }

  /// Everything that only waited for its time, before what happened now is looked at.
  mutating func letTimePass(until now: MonotonicTime, _ effects: inout [Effect]) {
    if let resume = pendingResume, let until = resume.until, now >= until {
      pendingResume = nil
      note(.returnForgotten(.expired(resume.window)))
    }
    if let until = serverAwaitedUntil, now >= until { awaitServerNoMore(&effects) }
    judge(routes.expire(at: now, under: settings), at: now, &effects)
    if let shown = message, now >= shown.until { message = nil }
    if let releaseAt, now >= releaseAt {
      note(.released(after: volume.releaseAfter(on: routes.settled.id, under: settings)))
      letGoOfDevice(&effects)
    }
    settleMicrophones(at: now, &effects)
    letSleepEnd(until: now)
    letHoldsExpire(until: now)
    letDeviceTimePass(until: now, &effects)
    letPressesWait(until: now, &effects)
  }

  /// Brings what the engine does in line with what is wanted. Called after every event, so that no handler
  /// needs to know what others ordered.
  mutating func steer(at now: MonotonicTime, _ effects: inout [Effect]) {
    switch phase {
    case .idle, .silent:
      if shouldSound || busyRetryIsDue(at: now) { prepare(&effects) }
      // R14, R17: whoever interrupts gets the device; and a stop that has faded out ends.
      if phase == .silent, wish.goal == .stop || !holds.isDisjoint(with: [.interruption, .sleep]) {
        letGoOfDevice(&effects)
      }
    case .preparing:
      // An attempt at a busy device runs under its own hold.
      if wish.goal != .play || !holds.subtracting([.busy]).isEmpty { silence(fadeOut: .zero, at: now, &effects) }
    case .playing:
      if !shouldSound { silence(fadeOut: isSilencedForSafety ? .zero : Self.pauseFade, at: now, &effects) }
    case .silencing:
      // What a pause still fades out must not be heard in the room (R9); and a device that stands still fades nothing.
      let isOverdue = fadeEndsBy.map { now >= $0 } ?? false
      if fadesOut, routes.isLossPending || isOverdue { silence(fadeOut: .zero, at: now, &effects) }
    }
  }

  /// A loss is silenced at once, and so is what a stuck device may play when it goes on, or the server once it has
  /// moved the stream; every other silence fades (R22).
  private var isSilencedForSafety: Bool {
    !holds.isDisjoint(with: [.snag, .stuck, .server]) || (wish.goal != .play && wish.cause == .routeLost)
  }

  private func busyRetryIsDue(at now: MonotonicTime) -> Bool {
    guard busyRetryCounts, let retryAt = busy?.retryAt else { return false }
    return now >= retryAt
  }

  /// Orders the current track from the current place. Also how a seek is done: the engine silences what sounds.
  mutating func prepare(_ effects: inout [Effect]) {
    guard let current, let entry = queue[current] else { return }
    generation = generation.next
    phase = .preparing
    silentSince = nil
    busy?.retryAt = nil
    waitsForFile = false
    playhead.advances = false
    reserveCard(&effects)
    effects.append(.engine(.prepare(generation, track(of: entry), from: playhead.frame)))
    effects.append(.engine(setNext(after: current)))
  }

  mutating func silence(fadeOut: Duration, at now: MonotonicTime, _ effects: inout [Effect]) {
    generation = generation.next
    if phase != .silencing { keepsHeardPlace = phase == .playing }
    phase = .silencing
    fadesOut = fadeOut > .zero
    fadeEndsBy = fadesOut ? now + fadeOut + Self.fadeGrace : nil
    rest(at: playhead.frame(at: now))
    effects.append(.engine(.silence(generation, fadeOut: fadeOut)))
  }

  /// Closes the device; the place is kept (R32).
  mutating func letGoOfDevice(_ effects: inout [Effect]) {
    guard phase != .idle else {
      silentSince = nil
      return
    }
    // Reports that are still under way belong to the generation before.
    generation = generation.next
    phase = .idle
    silentSince = nil
    effects.append(.engine(.release))
  }

  /// The playhead stops at `frame`.
  mutating func rest(at frame: FrameCount) {
    playhead.frame = frame
    playhead.advances = false
  }

  /// Makes `entry` the current track, at `frame`.
  mutating func move(to entry: QueueEntry, frame: FrameCount = .zero) {
    current = entry.id
    if let rate = entry.facts.format?.rate { playhead.rate = rate }
    rest(at: frame)
    keepsHeardPlace = false
  }

  mutating func noteFacts(_ facts: TrackFacts, of id: QueueEntryID, _ effects: inout [Effect]) {
    let isRemembered = queue[id]?.isRemembered == true
    learn(of: id, &effects) { entry in
      let certain = entry.isRemembered ? nil : entry.facts.length
      entry.facts = entry.part == nil ? facts : facts.named(by: entry.facts)
      entry.isRemembered = false
      if let certain { entry.facts.length = certain }
    }
    guard id == current, let rate = facts.format?.rate, !playhead.advances, rate != playhead.rate else { return }
    // A file that was replaced since the place in it was saved.
    if isRemembered { playhead.frame = rate.frames(in: playhead.rate.duration(of: playhead.frame)) }
    playhead.rate = rate
  }

  mutating func say(_ text: String, because reason: Message.Reason? = nil, at now: MonotonicTime) {
    message = Message(text: text, until: now + Self.messageLasts, reason: reason)
  }
}
