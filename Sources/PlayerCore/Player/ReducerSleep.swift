/// The sleep of the machine: R10, R17.
extension PlayerState {
  /// A sleep that was announced, or noticed.
  struct Sleep: Equatable, Sendable {
    /// The route that was in use.
    var route: RouteID
    /// The machine waits for us until then at the latest; nil: it does not any more.
    var allowBy: MonotonicTime?
  }

  /// However stuck a device is, the machine does not wait for longer.
  private static let sleepLimit = Duration.milliseconds(500)

  /// Whether the machine waits to sleep.
  var isSleepAwaited: Bool { sleep?.allowBy != nil }

  /// When this is to be looked at again.
  var sleepDeadline: MonotonicTime? {
    // What is not settled has a deadline of its own.
    [sleep?.allowBy, routes.isUnsettled ? nil : wakesAt].compactMap(\.self).min()
  }

  /// From now on a sleep waits for us.
  mutating func delaySleep(_ effects: inout [Effect]) {
    guard !delaysSleep else { return }
    delaysSleep = true
    effects.append(.delaySleep)
  }

  /// The machine is about to sleep, or to be switched off: silence, and everything closed and saved.
  mutating func announceSleep(at now: MonotonicTime) {
    noteSleep()
    fallAsleep(at: now)
    if !isSleepAwaited { sleep?.allowBy = now + Self.sleepLimit }
    wakesAt = nil
  }

  /// Whether the machine may sleep now. True once after each announcement.
  mutating func allowsSleep(at now: MonotonicTime) -> Bool {
    guard let limit = sleep?.allowBy, isDeviceClosed || now >= limit else { return false }
    sleep?.allowBy = nil
    delaysSleep = false
    saving.dueAt = now
    return true
  }

  /// The machine is awake: jacks may be others now, and what they sense flaps. Nothing sounds before they were looked
  /// at.
  mutating func wake(at now: MonotonicTime, _ effects: inout [Effect]) {
    // A sleep that came to nothing is none that has been allowed.
    sleep?.allowBy = nil
    delaySleep(&effects)
    lookAround(at: now)
  }

  /// The device stands still since the machine slept while it played, whether that was announced or not.
  mutating func wake(at position: Position, at now: MonotonicTime) {
    guard phase == .playing else { return }
    stand(at: position)
    phase = .silent
    silentSince = now
    noteSleep()
    fallAsleep(at: now)
    if wakesAt == nil, !isSleepAwaited { lookAround(at: now) }
  }

  private mutating func noteSleep() { if !holds.contains(.sleep) { note(.sleeping) } }

  mutating func fallAsleep(at now: MonotonicTime) {
    if sleep == nil { sleep = Sleep(route: routes.settled.id) }
    if !holds.contains(.sleep) { begin(.sleep, at: now) }
  }

  private mutating func lookAround(at now: MonotonicTime) {
    routes.wake(at: now)
    if holds.contains(.sleep) { wakesAt = now + settings.wakeSettles }
  }

  /// R17: what played goes on where it did, if nobody else hears it or the user does not mind. R33: what was lost
  /// meanwhile has become a pause, and its return is awaited from now on.
  mutating func letSleepEnd(until now: MonotonicTime) {
    guard let wakesAt, now >= wakesAt, !routes.isUnsettled else { return }
    let route = sleep?.route
    (self.wakesAt, sleep) = (nil, nil)
    guard wish.goal == .play else {
      note(.awake(plays: false, waited: false))
      return end(.sleep, shouldResume: true, at: now)
    }
    let isPrivate = routes.settled.privacy == .wearerOnly
    let resumes =
      switch settings.resumeAfterSleep {
      case .always: true
      case .private: isPrivate
      case .never: false
      }
    end(.sleep, shouldResume: resumes && route == routes.settled.id, at: now)
    note(.awake(plays: wish.goal == .play, waited: true))
    if wish.goal == .pause { say("paused because the computer slept", at: now) }
  }
}
