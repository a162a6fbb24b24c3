/// What `cans doctor` prints.
nonisolated struct DoctorReport {
  let lines: [DoctorLine]

  /// Whether nothing is to be mended.
  var isWell: Bool { !lines.contains { $0.verdict == .wrong } }

  /// For people; in colour if `isColoured`.
  func text(isColoured: Bool) -> String {
    var text = ""
    for section in DoctorLine.Section.allCases {
      let lines = lines.filter { $0.section == section }
      guard !lines.isEmpty else { continue }
      text += (text.isEmpty ? "" : "\n") + section.rawValue + "\n"
      for line in lines {
        let word = line.verdict.rawValue
        let mark = isColoured ? line.verdict.coloured(word) : word
        text += "  \(mark)\(String(repeating: " ", count: 7 - word.count))\(line.text.printable)\n"
        if let advice = line.advice { text += "         → \(advice.printable)\n" }
      }
    }
    let count = lines.count { $0.verdict == .wrong }
    return text + "\n"
      + (count == 0 ? "nothing is wrong" : count == 1 ? "1 thing is wrong" : "\(count) things are wrong")
      + "\n"
  }

  /// For programs: one object on one line.
  var json: String {
    JSONText.object([
      ("ok", .boolean(isWell)),
      (
        "lines",
        .array(
          lines.map { line in
            .object([
              ("id", .string(line.id)), ("subject", line.subject.map(JSONText.string) ?? .null),
              ("section", .string(line.section.rawValue)), ("verdict", .string(line.verdict.rawValue)),
              ("text", .string(line.text)), ("advice", line.advice.map(JSONText.string) ?? .null),
            ])
          })
      ),
    ]).text
  }
}

nonisolated extension DoctorLine.Verdict {
  /// `text` in green, as it is, and in bold red (ECMA-48, SGR).
  fileprivate func coloured(_ text: String) -> String {
    switch self {
    case .ok: "\u{1B}[32m\(text)\u{1B}[0m"
    case .note: text
    case .wrong: "\u{1B}[1;31m\(text)\u{1B}[0m"
    }
  }
}
