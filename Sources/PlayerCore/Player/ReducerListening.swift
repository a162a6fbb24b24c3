/// What was heard on which private route, and what is known of it.
struct ListeningState: Equatable, Sendable {
  /// All that was heard, in earlier runs, too.
  var book = ListeningBook()
  /// What of that is not saved yet.
  var unsaved = ListeningBook()
  /// When that is to be saved at the latest.
  var saveAt: MonotonicTime?
  /// The day on the user's calendar; nil: nobody has told it yet.
  var today: Int?
  /// The route that the next report is about: it comes when the route has changed already.
  var route: Route?
  /// Whether the program is about to end: nothing waits any more.
  var hasEnded = false
}

extension PlayerState {
  /// A crash costs no more than so much.
  private static let listeningSaveInterval = Duration.seconds(60)
  /// At these percentages of the weekly allowance the listener is told.
  private static let doseNotices = [80, 100]

  /// How many percent of the weekly allowance were heard on all calibrated routes; nil: none is calibrated.
  var weeklyDose: Double? {
    guard let today = listening.today, !settings.calibrations.isEmpty else { return nil }
    let doses = listening.book.heard(inWeekUntil: today).compactMap { route, sound in dose(by: sound, on: route) }
    return doses.reduce(0, +)
  }

  private func dose(by sound: HeardSound, on route: RouteID) -> Double? {
    guard let calibration = settings.calibration(of: route) else { return nil }
    return SoundDose.exposure(by: sound, calibration: calibration) / settings.doseAllowance.exposure * 100
  }

  /// What was heard on each route in the last week.
  var listeningSummaries: [RouteID: ListeningSummary] {
    guard let today = listening.today else { return [:] }
    let ofToday = listening.book.heard(on: today)
    var all: [RouteID: ListeningSummary] = [:]
    for (route, sound) in listening.book.heard(inWeekUntil: today) {
      all[route] = ListeningSummary(
        today: ListeningSummary.Span(ofToday[route] ?? HeardSound()), week: ListeningSummary.Span(sound),
        dose: dose(by: sound, on: route).map(Self.percent))
    }
    return all
  }

  /// A calibration that is wrong can make any number of it; and what a sum of fractions is short of is not missing.
  static func percent(_ dose: Double) -> Int { Int(min(dose + 1e-6, 99_999)) }

  /// What earlier runs have heard is known.
  mutating func openListening(_ book: ListeningBook) { listening.book.add(book) }

  /// So much was heard since the last such report.
  mutating func hear(_ sound: HeardSound, at now: MonotonicTime) {
    let route = listening.route ?? routes.settled
    listening.route = routes.settled
    guard settings.keepsListeningTime, sound.seconds > 0, route.privacy == .wearerOnly, let today = listening.today
    else { return }
    let before = weeklyDose
    listening.book.add(sound, on: route.id, day: today)
    listening.unsaved.add(sound, on: route.id, day: today)
    listening.saveAt = listening.saveAt ?? now + Self.listeningSaveInterval
    if let before, let after = weeklyDose { noteDose(from: before, to: after, at: now) }
  }

  /// The listener is told once, as a limit is passed; and again if it is passed again in another week.
  private mutating func noteDose(from before: Double, to after: Double, at now: MonotonicTime) {
    guard let limit = Self.doseNotices.last(where: { before < Double($0) && after >= Double($0) }) else { return }
    let happening = Happening.doseReached(limit, settings.doseAllowance)
    note(happening)
    say(happening.sentence, at: now)
  }

  /// Has saved what has waited for long enough.
  mutating func saveListening(ends: Bool, at now: MonotonicTime, _ effects: inout [Effect]) {
    if ends { listening.hasEnded = true }
    guard let saveAt = listening.saveAt, let today = listening.today else { return }
    guard listening.hasEnded || now >= saveAt else { return }
    listening.saveAt = nil
    effects.append(.saveListening(listening.unsaved, today: today))
    listening.unsaved = ListeningBook()
  }
}
