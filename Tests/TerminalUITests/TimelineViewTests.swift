import LinuxSystem
import PlayerCore
import Testing

@testable import TerminalUI

/// The timeline on the screen.
@Suite struct TimelineViewTests {
  private static let start: Int64 = 1_764_590_605_000

  private static let sentences: [(String, [Int])] = [
    ("starts on Headphones – HDA Intel, level 60 %", [10, 19]), ("keyboard: next track – track 2", [23]),
    ("Headphones – HDA Intel → Speaker – HDA Intel: unplugged; paused; its return within 10 min resumes", [1, 3]),
  ]

  private static func book(_ sentences: [(String, [Int])] = sentences, from start: Int64 = start) -> TimelineBook {
    var book = TimelineBook()
    for (index, (sentence, rules)) in sentences.enumerated() {
      let entry = TimelineEntry(kind: .route, rules: rules, sentence: sentence)
      _ = book.append(entry, time: start + Int64(index) * 1_000)
    }
    return book
  }

  private static func time(_ index: Int) -> String { LocalTime(milliseconds: start + Int64(index) * 1_000).time }
  private static let date = LocalTime(milliseconds: start).date

  private func terminal(_ book: TimelineBook = book(), columns: Int, rows: Int) -> FakeTerminal {
    var terminal = FakeTerminal(QueueEntry.album, columns: columns, rows: rows)
    terminal.press("t")
    terminal.state.timelineBook = book
    return terminal
  }

  @Test func `a wide screen has each entry with its time and its rules`() {
    let rows = terminal(columns: 120, rows: 12).rows.map { $0.withoutEnd }
    #expect(
      rows.prefix(6) == [
        " Timeline" + String(repeating: " ", count: 88) + "j k scroll, Esc closes",
        " \(Self.date)",
        " \(Self.time(0))  starts on Headphones – HDA Intel, level 60 % (R10, R19)",
        " \(Self.time(1))  keyboard: next track – track 2 (R23)",
        " \(Self.time(2))  Headphones – HDA Intel → Speaker – HDA Intel: unplugged; paused; its return within 10 min resumes (R1, R3)",
        "",
      ])
  }

  @Test func `80 columns break sentences between words`() {
    let rows = terminal(columns: 80, rows: 12).rows.map { $0.withoutEnd }
    #expect(
      rows[3...5] == [
        " \(Self.time(1))  keyboard: next track – track 2 (R23)",
        " \(Self.time(2))  Headphones – HDA Intel → Speaker – HDA Intel: unplugged; paused; its",
        "           return within 10 min resumes (R1, R3)",
      ])
  }

  @Test func `the smallest screen leaves out the seconds, and shows the newest entry's end`() {
    let rows = terminal(columns: 40, rows: 8).rows.map { $0.withoutEnd }
    #expect(
      rows.prefix(3) == [
        "       – HDA Intel: unplugged; paused;",
        "       its return within 10 min resumes",
        "       (R1, R3)",
      ])
    let short = terminal(Self.book([("keyboard: pause", [23])]), columns: 40, rows: 8).rows.map { $0.withoutEnd }
    #expect(short.prefix(3) == [" \(Self.date)", " \(Self.time(0).prefix(5)) keyboard: pause (R23)", ""])
  }

  @Test func `without an entry it says so`() {
    #expect(terminal(TimelineBook(), columns: 40, rows: 8).rows[0].withoutEnd == " Nothing has happened yet.")
  }

  @Test func `it opens at the newest entry, scrolls, and goes along with what is new`() {
    let many = (1...30).map { ("entry \($0).", [Int]()) }
    var terminal = terminal(Self.book(many), columns: 40, rows: 12)
    func shows(_ text: String) -> Bool { terminal.rows.contains { $0.contains(text) } }
    #expect(shows("entry 30.") && !shows("entry 20."))
    terminal.press("k", "k")
    #expect(shows("entry 28.") && !shows("entry 29."))
    terminal.state.timelineBook = Self.book(many + [("entry 31.", [])])
    #expect(shows("entry 28.") && !shows("entry 29."), "what is read stays")
    terminal.press("g")
    #expect(terminal.rows[1].contains(Self.date) && shows("entry 1.") && shows("entry 5."))
    terminal.press("k")
    #expect(shows("entry 1."), "nothing is before the first one")
    terminal.press(.end)
    #expect(shows("entry 31."))
    terminal.state.timelineBook = Self.book(many + [("entry 31.", []), ("entry 32.", [])])
    #expect(shows("entry 32."))
  }

  @Test func `a new day has its date`() {
    var book = Self.book()
    _ = book.append(TimelineEntry(kind: .route, rules: [], sentence: "later"), time: Self.start + 86_400_000)
    let rows = terminal(book, columns: 80, rows: 14).rows.map { $0.withoutEnd }
    #expect(rows.contains(" " + LocalTime(milliseconds: Self.start + 86_400_000).date))
  }

  @Test func `t asks for it and closes it, and keys act on the player as always`() {
    var terminal = FakeTerminal(QueueEntry.album, columns: 80, rows: 12)
    #expect(terminal.press("t") == [.request(.timeline)])
    #expect(terminal.press(" ") == [.request(.command(.togglePlayPause))])
    #expect(terminal.press(.enter) == [] && terminal.state.timeline != nil)
    terminal.press("t")
    #expect(terminal.state.timeline == nil && terminal.rows[0].hasPrefix(" cans"))
    for key in [Key.escape, "q"] {
      terminal.press("t")
      #expect(terminal.press(key) == [] && terminal.state.timeline == nil)
    }
    terminal.press("o", "t")
    #expect(terminal.state.routeList == nil && terminal.state.timeline != nil)
    terminal.press("o")
    #expect(terminal.state.routeList != nil && terminal.state.timeline == nil)
  }

  @Test func `what a device calls itself keeps every row in shape`() {
    let book = Self.book([("東京\u{202E}\u{1B}[31m の夜 " + String(repeating: "x", count: 200), [1])])
    for row in terminal(book, columns: 40, rows: 12).view.rows {
      #expect(inLocale("C.UTF-8") { DisplayText(row, .unicode).columns } == 40)
    }
  }
}

extension String {
  /// Without the blanks at its end.
  fileprivate var withoutEnd: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
