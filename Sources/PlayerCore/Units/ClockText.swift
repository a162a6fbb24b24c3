extension Duration {
  /// In whole seconds as clocks show them: "4:05", or "1:02:09" from an hour on. "0:00" for less than none.
  public var clockText: String {
    let seconds = max(components.seconds, 0)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let tail = two(seconds % 60)
    return seconds < 3_600 ? "\(seconds / 60):\(tail)" : "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(tail)"
  }
}
