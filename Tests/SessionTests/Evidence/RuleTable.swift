/// Every rule with what a real source delivered, and what a listener hears of it.
enum RuleTable {
  static let all = losses + returns + seenInLab + choices + interruptions + machine + levels + commands

  /// Rules that no row shows, and why.
  static let excepted: [Int: String] = [:]
}
