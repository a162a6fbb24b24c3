import Testing

@testable import TerminalUI

@Suite struct DisplayTextTests {
  @Test(
    arguments: [
      ("plain", ["p", "l", "a", "i", "n"], [1, 1, 1, 1, 1]),
      ("夜 ひ", ["夜", " ", "ひ"], [2, 1, 2]),
      ("ｱﾊ한", ["ｱ", "ﾊ", "한"], [1, 1, 2]),
      ("e\u{301}x", ["e\u{301}", "x"], [1, 1]),
      ("\u{301}x", [" \u{301}", "x"], [1, 1]),
      // Marks beyond what a cell of ncurses holds are left out.
      ("z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", ["z\u{301}\u{302}\u{303}\u{304}"], [1]),
      // Emoji sequences: joined, skin tone, textual or coloured, flag, key cap, tag flag.
      ("👨‍👩‍👧‍👦!", ["👨", "!"], [2, 1]),
      ("👍🏽!", ["👍", "!"], [2, 1]),
      ("❤️!", ["❤", "!"], [1, 1]),
      ("🇩🇪", ["D", "E"], [1, 1]),
      ("1️⃣", ["1"], [1]),
      ("🏴\u{E0067}\u{E0062}\u{E007F}", ["🏴"], [2]),
      ("🏽", [], []),
      // Nothing of this may reach the terminal.
      ("\u{1B}[2J", ["␛", "[", "2", "J"], [1, 1, 1, 1]),
      ("a\u{7}\u{7F}\u{0}", ["a", "␇", "␡", "␀"], [1, 1, 1, 1]),
      ("a\tb\r\nc\u{2028}d", ["a", " ", "b", " ", " ", "c", " ", "d"], [1, 1, 1, 1, 1, 1, 1, 1]),
      ("\u{9B}2J", ["\u{FFFD}", "2", "J"], [1, 1, 1]),
      ("a\u{202E}b\u{2066}c\u{200F}\u{200B}\u{FEFF}\u{AD}d", ["a", "b", "c", "d"], [1, 1, 1, 1]),
      // Private use, a non-character, what decoding left of invalid bytes.
      ("\u{E0A0}\u{FFFF}\u{FFFD}", ["\u{FFFD}", "\u{FFFD}", "\u{FFFD}"], [1, 1, 1]),
    ] as [(String, [String], [Int])])
  func `every text becomes glyphs of a known width`(text: String, glyphs: [String], columns: [Int]) {
    let shown = inLocale("C.UTF-8") { DisplayText(text, .unicode) }
    #expect(shown.glyphs.map(\.text) == glyphs)
    #expect(shown.glyphs.map(\.columns) == columns)
    #expect(shown.columns == columns.reduce(0, +))
  }

  @Test(
    arguments: [
      ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abc", 1, "…"), ("abc", 0, ""), ("", 2, "  "),
      ("東京の夜", 8, "東京の夜"), ("東京の夜", 7, "東京の…"), ("東京の夜", 6, "東京… "), ("東", 1, "…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
  func `fitting never cuts through a character`(text: String, width: Int, expected: String) {
    let fitted = inLocale("C.UTF-8") { DisplayText(text, .unicode).fit(width, .unicode) }
    #expect(fitted.glyphs.map(\.text).joined() == expected)
    #expect(fitted.columns == width)
  }

  @Test func `a trailing text is padded before`() {
    let fitted = DisplayText("3:33", .unicode).fit(6, .unicode, alignment: .trailing)
    #expect(fitted.glyphs.map(\.text).joined() == "  3:33")
  }

  @Test(arguments: [
    ("Café", "Caf?"), ("夜", "?"), ("Headphones – HDA Intel", "Headphones - HDA Intel"), ("\u{1B}[m", "?[m"),
    ("“it’s”…", "\"it's\"~"),
  ])
  func `a locale without the characters gets ASCII and question marks`(text: String, expected: String) {
    let shown = inLocale("C") { DisplayText(text, .ascii) }
    #expect(shown.glyphs.map(\.text).joined() == expected)
  }

  @Test func `all that Unicode has takes one or two columns and no control character is left`() {
    inLocale("C.UTF-8") {
      // The planes between hold nothing yet, those above are for private use.
      for value in [Array(0...0x323AF), Array(0xE0000...0xE01EF)].joined() {
        guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
        for glyph in DisplayText("a" + String(scalar), .unicode).glyphs.dropFirst() {
          guard (1...2).contains(glyph.columns), glyph.text.unicodeScalars.allSatisfy({ !$0.isDangerous }) else {
            Issue.record("U+\(String(value, radix: 16)) is shown as \(glyph)")
            return
          }
        }
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDangerous: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}
