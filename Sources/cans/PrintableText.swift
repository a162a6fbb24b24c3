extension String {
  /// The text as it may be printed on a terminal in one line: what files say, their names included, must not steer it.
  /// Line breaks are shown as such.
  nonisolated var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x0D, 0x2028, 0x2029: if result.last != "⏎" { result.append("⏎") }
      case 0x09: result.append(" ")
      // Controls, and what changes the direction of writing.
      case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
