internal import Glibc

/// What was measured of several programs, run by run.
struct Figure {
  /// What cans is held to.
  enum Target {
    /// At most so much, in the figure's unit.
    case most(Double)
    /// At most this multiple of what cmus needs.
    case timesCmus(Double)
    /// No worse than the best of the others.
    case bestOfOthers
    /// At least these multiples of what each of the others does.
    case multiples([(player: String, factor: Double)])
  }

  /// What one run measures, and its unit.
  let name: String
  let unit: String
  /// Whether more is better, as of a speed.
  var isMoreBetter = false
  var target: Target?
  private var samples: [(player: String, values: [Double])] = []

  init(_ name: String, unit: String, isMoreBetter: Bool = false, target: Target? = nil) {
    self.name = name
    self.unit = unit
    self.isMoreBetter = isMoreBetter
    self.target = target
  }

  /// Adds what one run of `player` gave.
  mutating func add(_ value: Double, of player: String) {
    if let index = samples.firstIndex(where: { $0.player == player }) {
      samples[index].values.append(value)
    } else {
      samples.append((player, [value]))
    }
  }

  /// Prints a table: the median, the least and the most of each player, what cans is to it, and the target. Each remark
  /// is about a player without figures.
  func show(remarks: [(player: String, text: String)] = []) {
    print("\n\(name), \(unit)")
    for (player, values) in samples {
      let sorted = values.sorted()
      var line = "  \(player.filled(to: 8)) \(median(of: player)!.text.filled(to: 9))"
      line += "(\(sorted.first!.text) … \(sorted.last!.text), \(values.count) runs)"
      if player != "cans", let own = median(of: "cans") { line += "  cans = \((own / median(of: player)!).text) ×" }
      print(line)
    }
    for remark in remarks { print("  \(remark.player.filled(to: 8)) \(remark.text)") }
    if let line = verdict { print("  \(line)") }
    // Figures come minutes apart, and standard output may be a file.
    fflush(nil)
  }

  private var verdict: String? {
    let others = samples.map(\.player).filter { $0 != "cans" }.compactMap { player in
      median(of: player).map { (player, $0) }
    }
    var (limit, words): (Double, String)
    switch target {
    case nil: return nil
    case .most(let most): (limit, words) = (most, "")
    case .timesCmus(let factor):
      guard let cmus = median(of: "cmus") else { return nil }
      (limit, words) = (factor * cmus, ", \(factor.text) × cmus")
    case .multiples(let multiples):
      (limit, words) = (0, "")
      for (player, factor) in multiples {
        guard let other = median(of: player), factor * other > limit else { continue }
        (limit, words) = (factor * other, ", \(factor.text) × \(player)")
      }
    case .bestOfOthers:
      let best = isMoreBetter ? others.max { $0.1 < $1.1 } : others.min { $0.1 < $1.1 }
      guard let best else { return nil }
      (limit, words) = (best.1, ", the best of the others: \(best.0)")
    }
    guard let own = median(of: "cans") else { return nil }
    let isMet = isMoreBetter ? own >= limit : own <= limit
    return "target   \(isMoreBetter ? "≥" : "≤") \(limit.text)\(words): \(isMet ? "met" : "MISSED")"
  }

  private func median(of player: String) -> Double? {
    guard let values = samples.first(where: { $0.player == player })?.values.sorted() else { return nil }
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }
}

extension Double {
  /// With two digits after the point, or three where they would say little.
  fileprivate var text: String {
    let factor = abs(self) < 1 ? 1_000 : 100
    let parts = Int((self * Double(factor)).rounded())
    let rest = String(parts % factor)
    return "\(parts / factor)." + String(repeating: "0", count: String(factor).count - 1 - rest.count) + rest
  }
}

extension String {
  fileprivate func filled(to length: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, length - count))
  }
}
