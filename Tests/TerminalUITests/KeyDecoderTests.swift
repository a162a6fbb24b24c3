import PlayerCore
import Testing

@testable import TerminalUI

@Suite struct KeyDecoderTests {
  /// What comes of text that is read at once.
  private func decode(_ text: String) -> [UserInput] {
    var decoder = KeyDecoder()
    return decoder.read(text)
  }

  @Test(
    arguments: [
      ("q", "q"), ("né", "n é"), ("\u{1B}", "Esc"), ("\u{1B}\u{1B}", "Esc Esc"), ("\r", "Enter"), ("\u{0}", ""),
      // Alt with a key.
      ("\u{1B}q", ""), ("\u{1B} ", ""), ("\u{1B}\r", ""), ("\u{1B}é", ""), ("\u{1B}qj", "j"),
      // Answers about the terminal: kind, version, state, place of the cursor, mode.
      ("\u{1B}[?1;2c", ""), ("\u{1B}[>41;354;0cj", "j"), ("\u{1B}[0n", ""), ("\u{1B}[12;40R", ""),
      ("\u{1B}[?2026;2$yj", "j"),
      // Keys that terminfo does not know, the focus.
      ("\u{1B}[1;5Q", ""), ("\u{1B}[27;5;113~j", "j"), ("\u{1B}OQj", "j"), ("\u{1B}O5qj", "j"), ("\u{1B}[Ij", "j"),
      ("\u{1B}[[Qj", "j"),
      // The mouse, of today and of old.
      ("\u{1B}[<0;10;10M\u{1B}[<0;10;10mj", "j"), ("\u{1B}[M q!j", "j"), ("\u{1B}[32;10;10Mj", "j"),
      // Strings, ended by BEL, ST, or what cannot be in them.
      ("\u{1B}]11;rgb:q/q/q\u{7}j", "j"), ("\u{1B}]11;q\u{1B}\\j", "j"), ("\u{1B}P1+r71=q\u{1B}\\j", "j"),
      ("\u{1B}_Gq\u{1B}\\j", "j"), ("\u{1B}^q\u{1B}\\j", "j"), ("\u{1B}Xq\u{1B}\\j", "j"), ("\u{1B}]q\u{18}j", "j"),
      ("\u{1B}]q\u{1B}[?1cj", "j"), ("\u{1B}]q", ""),
      // Controls of eight bits.
      ("\u{9B}?1;2cj", "j"), ("\u{9D}q\u{9C}j", "j"),
      // Cut off by a key.
      ("\u{1B}[1;\r", "Enter"), ("\u{1B}[1;\u{1B}", "Esc"),
      // Pastes.
      ("\u{1B}[200~q\u{1B}[201~j", "paste(q) j"), ("\u{1B}[200~a\r\nb\tc\u{7F}é\u{1B}[201~", "paste(abcé)"),
      ("\u{1B}[200~a\u{1B}[31mb\u{1B}[201~", "paste(ab)"), ("\u{1B}[200~\u{1B}[201~", "paste()"), ("\u{1B}[201~j", "j"),
    ])
  func `only key presses become keys`(text: String, expected: String) {
    #expect(decode(text).map(name).joined(separator: " ") == expected)
  }

  private func name(_ input: UserInput) -> String {
    switch input {
    case .key(let key): key.name
    case .paste(let text): "paste(\(text))"
    }
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[?1", "\u{1B}]0;q", "\u{1B}O", "\u{1B}[200~ab", "\u{1B}[200~ab\u{1B}"])
  func `what is cut off ends when nothing follows`(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.read(text) == [])
    #expect(decoder.isIncomplete)
    #expect(decoder.giveUp() == (text.contains("ab") ? [.paste("ab")] : []))
    #expect(!decoder.isIncomplete)
    #expect(decoder.read("q") == [.key("q")])
  }

  @Test func `what comes in pieces is one`() {
    var decoder = KeyDecoder()
    for piece in ["\u{1B}[?1", ";2", "c", "\u{1B}]0;q", "q\u{7}", "\u{1B}[200~a", "b\u{1B}"] {
      #expect(decoder.read(piece) == [])
    }
    #expect(decoder.read("[201~j") == [.paste("ab"), .key("j")])
    #expect(decoder.read("\u{1B}") == [.key(.escape)])
    #expect(!decoder.isIncomplete)
  }

  @Test func `keys that ncurses knows are themselves, with Alt nothing, in strings and pastes nothing`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(.functionKey(.up)) == [.key(.up)])
    #expect(decoder.decode(.functionKey(nil)) == [])
    for start in ["\u{1B}", "\u{1B}]0;", "\u{1B}[200~"] {
      decoder = KeyDecoder()
      for scalar in start.unicodeScalars { #expect(decoder.decode(.character(scalar.value)) == []) }
      #expect(decoder.decode(.functionKey(.backspace)) == [])
    }
  }

  @Test func `a paste without an end is kept short`() {
    var decoder = KeyDecoder()
    #expect(decoder.read("\u{1B}[200~" + String(repeating: "x", count: 100_000)) == [])
    #expect(decoder.giveUp() == [.paste(String(repeating: "x", count: 1_000))])
  }

  @Test func `a paste is text in the prompt and nothing elsewhere`() {
    var terminal = FakeTerminal(QueueEntry.numbered(30))
    terminal.press()
    terminal.paste("q")
    #expect(terminal.state.prompt == nil)
    terminal.press("/")
    terminal.paste("ck 27")
    #expect(terminal.state.prompt?.text == "ck 27")
    #expect(terminal.state.selection == QueueEntryID(27))
  }

  @Test(
    arguments: [
      (0x20, " "), (0x6A, "j"), (0x1F600, "😀"), (13, .enter), (10, .enter), (27, .escape), (9, .tab),
      (127, .backspace), (8, .backspace), (12, .control("L")), (3, .control("C")), (0, nil), (28, nil), (0xD800, nil),
    ] as [(UInt32, Key?)])
  func `characters become keys`(code: UInt32, key: Key?) {
    #expect(Key(character: code) == key)
  }
}

extension KeyDecoder {
  fileprivate mutating func read(_ text: String) -> [UserInput] {
    var inputs: [UserInput] = []
    for scalar in text.unicodeScalars { inputs += decode(.character(scalar.value)) }
    return inputs + finishRead()
  }
}
