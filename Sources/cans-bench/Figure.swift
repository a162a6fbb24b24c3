internal import Glibc

/// What was measured of several programs, run by run.
struct Figure {
  /// What one run measures, and its unit.
  let name: String
  let unit: String
  /// The most that cans may need, in the unit.
  var limit: Double?
  /// The most that cans may need, as a multiple of what cmus needs.
  var ratioLimit: Double?
  private var samples: [(player: String, values: [Double])] = []

  init(_ name: String, unit: String, limit: Double? = nil, ratioLimit: Double? = nil) {
    self.name = name
    self.unit = unit
    self.limit = limit
    self.ratioLimit = ratioLimit
  }

  /// Adds what one run of `player` gave.
  mutating func add(_ value: Double, of player: String) {
    if let index = samples.firstIndex(where: { $0.player == player }) {
      samples[index].values.append(value)
    } else {
      samples.append((player, [value]))
    }
  }

  /// Prints the median, the least and the most of each player, and what cans is to cmus.
  func show() {
    let limits =
      (limit.map { [" limit \($0.text) \(unit)"] } ?? []) + (ratioLimit.map { [" limit \($0.text) × cmus"] } ?? [])
    print("\n\(name), \(unit);\(limits.joined(separator: ";"))")
    for (player, values) in samples {
      let sorted = values.sorted()
      var line = "  \(player.filled(to: 6)) \(median(of: player)!.text.filled(to: 8))"
      line += " (\(sorted.first!.text) … \(sorted.last!.text), \(values.count) runs)"
      if player != "cans", let own = median(of: "cans") { line += "  cans = \((own / median(of: player)!).text) ×" }
      print(line)
    }
    // Figures come minutes apart, and standard output may be a file.
    fflush(nil)
  }

  private func median(of player: String) -> Double? {
    guard let values = samples.first(where: { $0.player == player })?.values.sorted() else { return nil }
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }
}

extension Double {
  /// With two digits after the point.
  fileprivate var text: String {
    let hundredths = Int((self * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension String {
  fileprivate func filled(to length: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, length - count))
  }
}
