/// What headsets were heard to send so far. Some have a button that sends nothing but PLAY, whether it is to play or
/// to pause: they would need to be told what the player does, and are not. Taken at its word, such a button could
/// never pause (R27).
///
/// A headset is taken for one of those when it said PLAY twice while music was heard, and never anything else of that
/// sort. Then its PLAY is a pause while music plays, from the second one on. One PAUSE ends that for good: it has a
/// word for it. What is learnt can only silence: a PLAY starts nothing that it would not start anyway (R24).
struct HeadsetHabits: Equatable, Sendable {
  private struct Habit: Equatable, Sendable {
    /// Times it said PLAY while music was heard.
    var plays = 0
    var lastPlay: MonotonicTime?
    var hasWordForPause = false
  }

  /// Music that began less long ago may be what the PLAY asked for.
  private static let heardFor = Duration.seconds(1)
  /// A headset that has just been connected may say PLAY by itself, and more than once.
  private static let greeting = Duration.seconds(5)
  /// Sooner than that it is one press, said twice.
  private static let repetition = Duration.milliseconds(300)

  /// By the device's name, which stays the same when it is connected again.
  private var habits: [String: Habit] = [:]

  /// The device named `name` has said PAUSE, or that it toggles.
  mutating func noteWordForPause(of name: String) { habits[name, default: Habit()].hasWordForPause = true }

  /// The device named `name` says PLAY. Whether that is meant as a pause.
  ///
  /// - Parameters:
  ///   - playsSince: since when music has been heard; nil: none is.
  ///   - connected: when the device came.
  mutating func meansPause(
    playFrom name: String, playsSince: MonotonicTime?, connected: MonotonicTime?, at now: MonotonicTime
  ) -> Bool {
    var habit = habits[name, default: Habit()]
    guard !habit.hasWordForPause, let playsSince, now - playsSince >= Self.heardFor else { return false }
    if let connected, now - connected < Self.greeting { return false }
    if let last = habit.lastPlay, now - last < Self.repetition { return false }
    habit.plays = min(habit.plays + 1, 2)
    habit.lastPlay = now
    habits[name] = habit
    return habit.plays >= 2
  }
}
