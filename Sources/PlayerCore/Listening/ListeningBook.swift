/// What was heard on which day on which route. Days are those of the user's calendar, counted from 1970-01-01.
public struct ListeningBook: Equatable, Sendable {
  /// So many days are kept, those nearest to today: a clock that was wrong for a while costs none of the right ones.
  public static let capacity = 30
  /// So many days are a week, today among them.
  static let week = 7

  /// By day.
  public private(set) var days: [Int: [RouteID: HeardSound]] = [:]

  /// An empty book.
  public init() {}

  /// Whether there is nothing in it.
  public var isEmpty: Bool { days.isEmpty }

  /// Adds what was heard on `route` on `day`.
  public mutating func add(_ sound: HeardSound, on route: RouteID, day: Int) {
    days[day, default: [:]][route] = (days[day]?[route] ?? HeardSound()) + sound
  }

  /// Adds all that another book has.
  public mutating func add(_ other: ListeningBook) {
    for (day, routes) in other.days { for (route, sound) in routes { add(sound, on: route, day: day) } }
  }

  /// Forgets the days that are farthest from `today`, if there are too many.
  public mutating func forget(farFrom today: Int) {
    guard days.count > Self.capacity else { return }
    let kept = days.keys.sorted { abs($0 - today) < abs($1 - today) }.prefix(Self.capacity)
    days = days.filter { kept.contains($0.key) }
  }

  /// What was heard on `day`.
  func heard(on day: Int) -> [RouteID: HeardSound] { days[day] ?? [:] }

  /// What was heard in the week that ends with `day`. Days that have not come yet do not count.
  func heard(inWeekUntil day: Int) -> [RouteID: HeardSound] {
    var all: [RouteID: HeardSound] = [:]
    for number in (day - Self.week + 1)...day { all.merge(heard(on: number), uniquingKeysWith: +) }
    return all
  }
}
