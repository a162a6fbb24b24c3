/// How long, how loud and how much was heard on a route, for people.
public struct ListeningSummary: Hashable, Sendable {
  /// A day, or a week.
  public struct Span: Hashable, Sendable {
    /// Whole minutes.
    public var minutes: Int
    /// The mean level in tenths of dBFS; nil: silence, or nothing.
    public var level: Int?

    /// A span.
    public init(minutes: Int, level: Int?) {
      self.minutes = minutes
      self.level = level
    }

    init(_ sound: HeardSound) {
      minutes = Int(sound.seconds / 60)
      level = sound.level.map { Int(($0 * 10).rounded()) }
    }

    /// "9:40 h".
    var hours: String { "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60) h" }

    /// "9:40 h at -23.4 dBFS".
    public var text: String {
      guard let level else { return hours }
      return "\(hours) at \(level < 0 ? "-" : "")\(level.magnitude / 10).\(level.magnitude % 10) dBFS"
    }
  }

  /// Today.
  public var today: Span
  /// The last seven days, today among them.
  public var week: Span
  /// How many percent of the week's allowance that was; nil: the route is not calibrated.
  public var dose: Int?

  /// A summary.
  public init(today: Span, week: Span, dose: Int?) {
    self.today = today
    self.week = week
    self.dose = dose
  }

  /// "today 1:20 h at -25.1 dBFS, week 9:40 h at -23.4 dBFS, 34 % of the allowance".
  public var text: String { "today \(today.text), \(weekText)" }

  /// The week alone.
  public var weekText: String { "week \(week.text)" + (dose.map { ", \($0) % of the allowance" } ?? "") }

  /// The week in few words: "week 9:40 h, 34 %".
  public var shortText: String { "week \(week.hours)" + (dose.map { ", \($0) %" } ?? "") }
}
