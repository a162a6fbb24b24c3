extension Duration {
  /// In seconds, as a number has them: "83.25", "4", "-0.5". To the millisecond, towards zero.
  var decimalText: String {
    let milliseconds = wholeNanoseconds / 1_000_000
    let whole = milliseconds.magnitude / 1_000
    let digits = "\(1_000 + milliseconds.magnitude % 1_000)".dropFirst()
    let fraction = digits.reversed().drop { $0 == "0" }.reversed()
    return (milliseconds < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : "." + String(fraction))
  }

  /// In whole seconds as clocks show them: "4:05", or "1:02:09" from an hour on. "0:00" for less than none.
  public var clockText: String {
    let seconds = max(components.seconds, 0)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let tail = two(seconds % 60)
    return seconds < 3_600 ? "\(seconds / 60):\(tail)" : "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(tail)"
  }
}
