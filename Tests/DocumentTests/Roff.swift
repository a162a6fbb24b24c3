/// A manual page in the making, in the macros of man(7).
struct Roff {
  private(set) var text: String

  /// A page `name`(`section`).
  init(_ name: String, section: Int, summary: String) {
    text = ".TH \(Self.escaped(name.uppercased())) \(section) \"\" cans\n"
    heading("Name")
    paragraph("\(name) \\- \(Self.escaped(summary))", isEscaped: true)
  }

  /// Begins a section.
  mutating func heading(_ title: String) { text += ".SH \(Self.escaped(title.uppercased()))\n" }

  /// Begins a part of a section.
  mutating func subheading(_ title: String) { text += ".SS \(Self.escaped(title))\n" }

  /// A paragraph of running text.
  mutating func paragraph(_ words: String, isEscaped: Bool = false) {
    text += ".PP\n" + Self.lines(isEscaped ? words : Self.escaped(words))
  }

  /// A line as it is typed.
  mutating func command(_ line: String) { text += ".PP\n.nf\n\\fB\(Self.escaped(line))\\fP\n.fi\n" }

  /// Something, and what it means.
  mutating func item(_ term: String, _ meaning: String) {
    text += ".TP\n\\fB\(Self.escaped(term))\\fP\n" + Self.lines(Self.escaped(meaning))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }

  /// No line may begin with a dot or an apostrophe, which would make it a request.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { ($0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" : "") + $0 + "\n" }.joined()
  }
}
