import PlayerCore
import Testing

@testable import TerminalUI

@Suite struct ScreenViewTests {
  @Test func `the smallest screen shows everything`() {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.play(from: 71)
    #expect(
      terminal.rows == [
        " ▶ Harbour Lights   The Quays      3:33 ",
        "   東京の夜         山田太郎       3:07 ",
        " ! Broken           not a FLAC stream   ",
        " Harbour Lights – The Quays    44.1 kHz ",
        " ━━━━━━━━─────────────────   1:11 -2:22 ",
        " playing                                ",
        " Headphones – HDA Intel (priv)    100 % ",
        "                                 ? help ",
      ])
  }

  @Test func `a screen of 80 columns has room for words`() {
    var terminal = FakeTerminal(QueueEntry.album, columns: 80, rows: 12)
    terminal.play(from: 71)
    terminal.snapshot.repeatMode = .all
    terminal.snapshot.shuffles = true
    terminal.snapshot.simulation = .noCardFound
    terminal.snapshot.output = OutputDescription(
      deviceName: "default", card: nil, rate: SampleRate(48_000), channels: 2, sampleFormat: "S16_LE",
      isSimulated: true)
    #expect(
      terminal.rows == [
        " cans                                                                  4 tracks ",
        " ▶ Harbour Lights                           The Quays                      3:33 ",
        "   東京の夜                                 山田太郎                       3:07 ",
        " ! Broken                                   not a FLAC stream                   ",
        "   4.flac                                                               1:02:05 ",
        "                                                                                ",
        "                                                                                ",
        " Harbour Lights – The Quays                     44.1 kHz 16 bit stereo → 48 kHz ",
        " ━━━━━━━━━━━━━━━━━━━━━────────────────────────────────────────────   1:11 -2:22 ",
        " playing                                                                        ",
        " Headphones – HDA Intel (private)                repeat all  shuffle  vol 100 % ",
        " simulated output – no sound card found                                  ? help ",
      ])
  }

  @Test func `an empty queue says how to fill it`() {
    #expect(
      FakeTerminal().rows == [
        " The queue is empty. Start with music:  ",
        "                                        ",
        "   cans FILE|FOLDER|PLAYLIST.m3u ...    ",
        "                                        ",
        " ─────────────────────────              ",
        " stopped                                ",
        " Headphones – HDA Intel (priv)    100 % ",
        "                                 ? help ",
      ])
  }

  @Test func `characters of two columns, marks, emoji and escape sequences keep every row in shape`() {
    let terminal = FakeTerminal([
      QueueEntry(1, "東京の夜に降る雨のバラード", "e\u{301}e\u{301}e\u{301}e\u{301}", seconds: 5),
      QueueEntry(2, "👨‍👩‍👧‍👦👍🏽🇩🇪❤️ family", "\u{1B}[31mred\u{7}", seconds: 5),
      QueueEntry(3, "a\u{202E}b\u{9B}c\nd", "山", seconds: 5),
    ])
    #expect(
      terminal.rows == [
        " ■ 東京の夜に降る…  e\u{301}e\u{301}e\u{301}e\u{301}           0:05 ",
        "   👨👍DE❤ family   ␛[31mred␇      0:05 ",
        "   ab\u{FFFD}c d           山             0:05 ",
        " 東京の夜に降る雨のバラード –… 44.1 kHz ",
        " ─────────────────────────   0:00 -0:05 ",
        " stopped                                ",
        " Headphones – HDA Intel (priv)    100 % ",
        "                                 ? help ",
      ])
  }

  @Test func `a locale without Unicode gets ASCII`() {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.symbols = .ascii
    terminal.locale = "C"
    terminal.play(from: 71)
    #expect(
      terminal.rows == [
        " > Harbour Lights   The Quays      3:33 ",
        "   ????             ????           3:07 ",
        " ! Broken           not a FLAC stream   ",
        " Harbour Lights - The Quays    44.1 kHz ",
        " ========-----------------   1:11 -2:22 ",
        " playing                                ",
        " Headphones - HDA Intel (priv)    100 % ",
        "                                 ? help ",
      ])
  }

  @Test(
    arguments: [
      (1, 1, [" "]), (9, 1, ["too small"]), (20, 2, ["terminal too small  ", "40x8 needed         "]),
      (39, 7, ["terminal too small".padded(39), "40x8 needed".padded(39)] + Array(repeating: "".padded(39), count: 5)),
      (300, 2, ["terminal too small".padded(300), "40x8 needed".padded(300)]),
    ])
  func `a terminal that is too small says so if it can`(columns: Int, rows: Int, expected: [String]) {
    #expect(FakeTerminal(QueueEntry.album, columns: columns, rows: rows).rows == expected)
  }

  @Test(arguments: [false, true])
  func `every size is filled to its edges and never overrun`(showsHelp: Bool) {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.play(from: 100)
    terminal.snapshot.message = "夜の message that is longer than most terminals are wide, by far"
    terminal.snapshot.simulation = .requested
    if showsHelp { terminal.press("?") }
    let sizes = [(300, 100), (132, 43), (80, 25)] + (0...60).flatMap { columns in (0...12).map { (columns, $0) } }
    for (columns, rows) in sizes {
      terminal.size = GridSize(columns: columns, rows: rows)
      let shown = inLocale("C.UTF-8") { terminal.rows.map { DisplayText($0, .unicode).columns } }
      #expect(shown == Array(repeating: columns, count: rows))
    }
  }

  @Test func `the largest screen shows more of the queue`() {
    var terminal = FakeTerminal(QueueEntry.numbered(200), columns: 300, rows: 100)
    #expect(terminal.rows[0].hasPrefix(" cans  "))
    #expect(terminal.rows[0].hasSuffix(" 200 tracks, 3:20:00 "))
    #expect(terminal.rows[94].hasPrefix("   Track 94 "))
    terminal.press(.end)
    #expect(terminal.rows[94].hasPrefix("   Track 200 "))
    #expect(terminal.rows[95].hasPrefix(" Track 1 – Artist"))
  }

  @Test func `the selected, the playing and the broken track stand out`() {
    var terminal = FakeTerminal(QueueEntry.album)
    #expect(terminal.view.row(0).allSatisfy { $0.style == .selectedPlaying })
    terminal.press("j")
    #expect(terminal.view.row(0).contains { $0.style == .playing })
    #expect(terminal.view.row(1).allSatisfy { $0.style == .selected })
    #expect(terminal.view.row(2).contains { $0.style == .error })
  }
}

extension String {
  fileprivate func padded(_ columns: Int) -> String { self + String(repeating: " ", count: columns - count) }
}
