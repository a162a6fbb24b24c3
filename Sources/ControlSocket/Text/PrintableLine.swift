extension String {
  /// The text as it may be printed on a terminal in one line: names and titles must not steer it.
  public var printableLine: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      // Controls, line breaks, and what changes the direction of writing.
      case ..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
