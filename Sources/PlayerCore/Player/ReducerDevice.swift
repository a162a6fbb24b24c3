/// A device that does not answer or does not play, and a file that comes too slowly: R18.
extension PlayerState {
  /// The attempts at a stuck device.
  struct StuckDevice: Equatable, Sendable {
    var pause = Duration.milliseconds(250)
    /// When it is tried again; nil: it does not answer yet.
    var retryAt: MonotonicTime?
    var givesUpAt: MonotonicTime
  }

  private static let stuckLimit = Duration.seconds(30)

  /// When this is to be looked at again.
  var deviceDeadline: MonotonicTime? {
    let givesUp = holds.contains(.stuck) && wish.goal == .play ? stuck?.givesUpAt : nil
    let cut = phase == .silencing && fadesOut ? fadeEndsBy : nil
    return [watch.deadline, stuck?.retryAt, givesUp, cut].compactMap(\.self).min()
  }

  /// Notes what among `effects` is to be answered.
  mutating func watchOrders(in effects: [Effect], at now: MonotonicTime) {
    let isAnswered = effects.contains { effect in
      switch effect {
      case .engine(.prepare), .engine(.begin), .engine(.silence), .engine(.release): true
      default: false
      }
    }
    if isAnswered { watch.ordered(at: now, under: settings) }
  }

  /// Notes a sign of life.
  mutating func noteAnswer(at now: MonotonicTime) {
    let limit: Duration? =
      switch phase {
      case .preparing, .silencing: settings.answerLimit * 3 / 4
      // Once it is seen to play nobody waits for an answer, and each question wakes a machine that could sleep.
      case .playing: watch.hasSeenPlace ? settings.answerLimit * 2 : settings.answerLimit * 3 / 4
      case .idle, .silent: nil
      }
    watch.answered(at: now, next: limit)
    if holds.contains(.stuck), limit == nil, let stuck, stuck.retryAt == nil {
      self.stuck?.retryAt = now + stuck.pause
    }
  }

  /// The answer to a question for a sign of life.
  mutating func checked(
    _ position: Position, isRunning: Bool, at now: MonotonicTime, _ effects: inout [Effect]
  ) {
    switch phase {
    // The device is fine, so it is the file that is awaited.
    case .preparing: waitsForFile = true
    case .playing where isRunning:
      switch watch.advances(to: position) {
      case true:
        if stuck != nil { note(.deviceAnswers) }
        stuck = nil
      case nil: break
      case false:
        // Closed and opened again, a device that stands still may play.
        stand(at: position)
        letGoOfDevice(&effects)
        beginStuck(at: now)
      }
    default: break
    }
  }

  /// What only waited for its time.
  mutating func letDeviceTimePass(until now: MonotonicTime, _ effects: inout [Effect]) {
    if let retryAt = stuck?.retryAt, now >= retryAt { endStuck(at: now) }
    // With the session, which is saved as often, so that the machine is woken once for both.
    let isSaving = saving.dueAt.map { now >= $0 } ?? false
    switch watch.expire(at: now, slack: isSaving ? settings.answerLimit : .zero, under: settings) {
    case .ask: effects.append(.engine(.check))
    case .silent: beginStuck(at: now)
    case nil: break
    }
    if holds.contains(.stuck), wish.goal == .play, let stuck, now >= stuck.givesUpAt {
      wish = Wish(.pause, because: .deviceError)
      endBusy()
      let problem = "sound device \"\(deviceName)\" does not answer"
      note(.deviceFailed(problem, isBusy: false))
      say(problem, because: .device, at: now)
    }
  }

  /// The user wants it to be tried once more.
  mutating func renewPatience(at now: MonotonicTime) { stuck?.givesUpAt = now + Self.stuckLimit }

  /// Silence, so that nothing old is heard when the device goes on; then it is tried again, for half a minute.
  private mutating func beginStuck(at now: MonotonicTime) {
    if stuck == nil {
      stuck = StuckDevice(givesUpAt: now + Self.stuckLimit)
      note(.deviceSilent)
    }
    holds.insert(.stuck)
  }

  private mutating func endStuck(at now: MonotonicTime) {
    guard var attempt = stuck else { return }
    holds.remove(.stuck)
    attempt.retryAt = nil
    attempt.pause = min(attempt.pause * 2, .seconds(2))
    // Whether it plays again, only playing will show.
    stuck = wish.goal == .play ? attempt : nil
    nextFadeIn = settings.resumeFade
    resumeIfReturned(at: now)
  }

  /// The file comes more slowly than it is played.
  mutating func starve(at position: Position) {
    guard phase == .playing else { return }
    stand(at: position)
    waitsForFile = true
    note(.fileSlow)
  }
}
