internal import PlayerCore

/// Times as people type them: "90", "1.5", "5s", "1:30", "1:02:03", with a sign for a distance.
enum TimeText {
  /// Reads `text`; nil if it is no time, or more than a year.
  static func read(_ text: String) -> (time: Duration, isDistance: Bool)? {
    var rest = Substring(text)
    let sign = rest.first == "+" || rest.first == "-" ? rest.removeFirst() : nil
    if rest.last == "s", !rest.contains(":") { rest.removeLast() }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let seconds = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard var total = number(seconds[0]) else { return nil }
    if parts.count > 1, total >= 60 || seconds[0].count != 2 { return nil }
    var factor = 60
    for (index, part) in parts.dropLast().reversed().enumerated() {
      guard let value = number(part), index == parts.count - 2 || value < 60 else { return nil }
      total += value * factor
      factor *= 60
    }
    var nanoseconds = 0
    if seconds.count == 2 {
      guard !seconds[1].isEmpty, seconds[1].count <= 9, let fraction = number(seconds[1]) else { return nil }
      nanoseconds = (0..<9 - seconds[1].count).reduce(fraction) { value, _ in value * 10 }
    }
    guard total <= 366 * 86_400 else { return nil }
    let time = Duration.seconds(total) + .nanoseconds(nanoseconds)
    return (sign == "-" ? .zero - time : time, sign != nil)
  }

  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.count <= 9, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(digits)
  }
}
