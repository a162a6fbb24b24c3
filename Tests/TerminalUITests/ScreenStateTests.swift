import PlayerCore
import Testing

@testable import TerminalUI

@Suite struct ScreenStateTests {
  private func selected(_ terminal: FakeTerminal) -> UInt32? {
    var state = terminal.state
    state.adapt(to: terminal.snapshot, size: terminal.size)
    return state.selection?.number
  }

  @Test func `the selection starts at the current track`() {
    var terminal = FakeTerminal(QueueEntry.numbered(9))
    terminal.snapshot.current = QueueEntryID(5)
    #expect(selected(terminal) == 5)
    #expect(terminal.rows[0...2].map(\.trimmed).map { $0.prefix(9) } == ["Track 3  ", "Track 4  ", "■ Track 5"])
  }

  /// The list's rows, as far as the title.
  private func list(_ terminal: FakeTerminal) -> [String] {
    terminal.rows.dropFirst().dropLast(5).map { String($0.prefix(12)) }
  }

  @Test func `the list follows the current track until the user moves the selection`() {
    var terminal = FakeTerminal(QueueEntry.numbered(35), columns: 80, rows: 10)
    terminal.play()
    terminal.press()
    #expect(list(terminal) == [" ▶ Track 1  ", "   Track 2  ", "   Track 3  ", "   Track 4  "])
    terminal.snapshot.current = QueueEntryID(31)
    terminal.press()
    #expect(list(terminal) == ["   Track 28 ", "   Track 29 ", "   Track 30 ", " ▶ Track 31 "])
    #expect(selected(terminal) == 31)
    terminal.press("k", "k", "k", "k")
    #expect(list(terminal) == ["   Track 27 ", "   Track 28 ", "   Track 29 ", "   Track 30 "])
    terminal.snapshot.current = QueueEntryID(2)
    terminal.press()
    #expect(selected(terminal) == 27)
  }

  @Test(
    arguments: [
      ([], 9), (["j"], 3), (["j", "n"], 9), (["G", "b"], 9), (["j", .enter], 9), (["/", "2", "0"], 20),
      (["/", "2", "0", .enter], 20), (["/", "2", "0", .enter, .enter], 9), (["/", "2", "0", .escape], 9),
      (["j", "/", "2", "0", .escape], 3), (["j", "n", "j"], 3), (["G", " "], 20), (["g", .tab], 1),
    ] as [([Key], UInt32)])
  func `keys that choose what plays make the list follow, those that move the selection end it`(
    keys: [Key], expected: UInt32
  ) {
    var terminal = FakeTerminal(QueueEntry.numbered(20))
    terminal.snapshot.current = QueueEntryID(2)
    for key in keys { terminal.press(key) }
    terminal.snapshot.current = QueueEntryID(9)
    #expect(selected(terminal) == expected)
  }

  @Test func `a chosen track stays selected until it is current`() {
    var terminal = FakeTerminal(QueueEntry.numbered(20))
    terminal.press("G", .enter)
    #expect(selected(terminal) == 20)
    terminal.snapshot.current = QueueEntryID(20)
    terminal.press()
    terminal.snapshot.current = QueueEntryID(1)
    #expect(selected(terminal) == 1)
  }

  @Test(arguments: [(3, 3), (7, 3), (-1, 3), (99, 3)])
  func `an entry is found whatever the hint`(hint: Int, expected: Int) {
    #expect(QueueEntry.numbered(9).index(of: QueueEntryID(4), near: hint) == expected)
    #expect(QueueEntry.numbered(9).index(of: QueueEntryID(10), near: hint) == nil)
    #expect(QueueEntry.numbered(9).index(of: nil, near: hint) == nil)
  }

  @Test(
    arguments: [
      (["j"], 2), ([.down, .down], 3), (["j", "k"], 1), (["k"], 1), ([.pageDown], 4), ([.pageDown, .pageUp], 1),
      (["G"], 20), ([.end, "j"], 20), (["G", .pageUp], 17), (["G", "g"], 1), ([.end, .home], 1),
    ] as [([Key], UInt32)])
  func `keys move the selection within the queue`(keys: [Key], expected: UInt32) {
    var terminal = FakeTerminal(QueueEntry.numbered(20))
    terminal.press(keys)
    #expect(selected(terminal) == expected)
    #expect(terminal.view.rows.contains { $0.contains("Track \(expected) ") })
  }

  @Test func `the selection stays on its entry when the queue changes`() {
    var terminal = FakeTerminal(QueueEntry.numbered(9))
    terminal.press("j", "j", "j")
    terminal.snapshot.queue.removeFirst(2)
    terminal.snapshot.current = QueueEntryID(7)
    #expect(selected(terminal) == 4)
    terminal.press()
    terminal.snapshot.queue.removeAll { $0.id == QueueEntryID(4) }
    #expect(selected(terminal) == 5)
    terminal.press()
    terminal.snapshot.queue = []
    #expect(selected(terminal) == nil)
    #expect(terminal.press(.enter, "j", "G", .pageDown, .tab) == [])
    terminal.snapshot.queue = QueueEntry.numbered(9)
    #expect(selected(terminal) == 7)
  }

  @Test func `the selection goes to the first of the tracks that its entry was divided into`() {
    func parts(_ ids: ClosedRange<UInt32>, of whole: UInt32) -> [QueueEntry] {
      ids.map { id in
        QueueEntry(id: QueueEntryID(id), path: FilePath("/album.flac"), dividedFrom: QueueEntryID(whole))
      }
    }
    var terminal = FakeTerminal(QueueEntry.numbered(9))
    terminal.press("j", "j", "j", "/", "7")
    terminal.snapshot.queue.replaceSubrange(6...6, with: parts(10...12, of: 7))
    #expect(selected(terminal) == 10)
    terminal.press()
    terminal.snapshot.queue.replaceSubrange(0...0, with: parts(13...14, of: 1))
    terminal.snapshot.queue.replaceSubrange(4...4, with: parts(15...17, of: 4))
    terminal.snapshot.current = QueueEntryID(14)
    #expect(selected(terminal) == 10)
    terminal.press(.escape)
    #expect(selected(terminal) == 15)
  }

  @Test func `a smaller terminal still shows the selection`() {
    var terminal = FakeTerminal(QueueEntry.numbered(90), columns: 80, rows: 50)
    terminal.press(Array(repeating: "j", count: 40))
    terminal.size.rows = 8
    #expect(terminal.rows[2].hasPrefix("   Track 41 "))
    terminal.press(.end)
    terminal.size.rows = 100
    #expect(terminal.rows[1].hasPrefix(" ■ Track 1 "))
  }

  @Test func `finding moves to the first match while typing`() {
    var terminal = FakeTerminal(QueueEntry.numbered(30))
    terminal.press("/")
    terminal.type("ck 2")
    #expect(selected(terminal) == 2)
    #expect(terminal.rows[7].trimmed == "/ck 2")
    terminal.type("7")
    #expect(selected(terminal) == 27)
    terminal.press(.backspace)
    #expect(selected(terminal) == 2)
    terminal.type("x")
    #expect(terminal.rows[7] == " /ck 2x                        no match ")
    terminal.press(.control("U"))
    #expect(selected(terminal) == 1)
  }

  @Test func `Tab goes from match to match, round the ends, in the prompt and after it`() {
    var terminal = FakeTerminal(QueueEntry.numbered(30))
    terminal.press("/", "2", "9")
    terminal.press(.backspace, .tab)
    #expect(selected(terminal) == 12)
    terminal.press(.backTab, .backTab)
    #expect(selected(terminal) == 29)
    #expect(terminal.press(.enter) == [])
    #expect(terminal.state.prompt == nil)
    terminal.press(.tab)
    #expect(selected(terminal) == 2)
    terminal.press("/", .enter)
    #expect(selected(terminal) == 12)
  }

  @Test func `Escape goes back to where the search began, other keys leave the prompt and act`() {
    var terminal = FakeTerminal(QueueEntry.numbered(30))
    terminal.press("j", "/", "3", "0", .escape)
    #expect(selected(terminal) == 2)
    #expect(terminal.state.prompt == nil)
    #expect(terminal.press("/", "q", " ", "n") == [])
    #expect(terminal.press(.right) == [.request(.command(.skip(.seconds(5))))])
    #expect(terminal.press("/", .backspace) == [])
    #expect(terminal.state.prompt == nil)
    #expect(terminal.press("/", .control("C")) == [.request(.quit)])
  }

  @Test(
    arguments: [
      ("harbour", 1), ("QUAYS lights", 1), ("夜", 2), ("山田", 2), ("4.flac", 4), ("nobody", 3), ("quays tokyo", nil),
      (" ", nil),
    ] as [(String, UInt32?)])
  func `words are found in title, artist and file name, in any case`(text: String, expected: UInt32?) {
    let pattern = FindPattern(text)
    #expect(QueueEntry.album.first { pattern?.matches($0) ?? false }?.id.number == expected)
  }

  @Test func `a long text shows its end while it is typed`() {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.press("/")
    terminal.type("a text that is longer than the terminal is wide 夜")
    #expect(terminal.rows[7] == " /an the terminal is wide 夜   no match ")
  }

  @Test func `the help lists every key of the table and scrolls`() {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.press("?")
    #expect(
      terminal.rows == [
        " Keys            j k scroll, Esc closes ",
        " Space c    play or pause               ",
        " Enter      play the selected track     ",
        " n >        next track                  ",
        " b <        previous, or back to start  ",
        " v          stop                        ",
        " Left       back 5 seconds              ",
        " Right      on 5 seconds                ",
      ])
    terminal.press("j", .pageDown)
    #expect(terminal.rows[1].trimmed == ".          on a minute")
    terminal.press("G")
    #expect(terminal.rows[7].trimmed == "q Ctrl-C   quit")
    terminal.press("k", "g")
    #expect(terminal.rows[1].hasPrefix(" Space c "))
  }

  @Test func `the help is not cut on the smallest terminal`() {
    let longest = HelpView.lines(.requested, columns: ScreenLayout.smallest.columns).map(\.count).max() ?? 0
    #expect(longest < ScreenLayout.smallest.columns)
  }

  @Test func `the help names the simulator's keys only with the simulator`() {
    var terminal = FakeTerminal(QueueEntry.album, columns: 120, rows: 40)
    terminal.press("?")
    #expect(!terminal.rows.joined().contains("simulator"))
    terminal.snapshot.simulation = .requested
    for binding in KeyTable.bindings { #expect(terminal.rows.joined().contains(binding.help)) }
    #expect(terminal.rows[0].trimmed.hasSuffix("  Esc closes"))
  }

  @Test(arguments: [.escape, "?", "q", .enter] as [Key])
  func `the help closes without doing anything else`(key: Key) {
    var terminal = FakeTerminal(QueueEntry.album)
    #expect(terminal.press("?", key) == [])
    #expect(terminal.state.helpLine == nil)
  }

  @Test func `playing can be commanded under the help`() {
    var terminal = FakeTerminal(QueueEntry.album)
    #expect(terminal.press("?", " ") == [.request(.command(.togglePlayPause))])
    #expect(terminal.state.helpLine == 0)
    #expect(terminal.press(.control("C")) == [.request(.quit)])
  }
}
