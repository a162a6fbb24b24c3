import PlayerCore
import Testing

@testable import cans

/// How what is told is printed.
struct DoctorReportTests {
  private let lines: [DoctorLine] = [
    .ok("cards", in: .sound, "HDA"), .note("player", in: .server, "no player runs"),
    .wrong("settings", "3", in: .files, "a\u{1B}[2J", advice: "mend it"),
  ]

  @Test func `people read sections, and what to do`() {
    #expect(
      DoctorReport(lines: lines).text(isColoured: false) == """
        sound
          ok     HDA

        server
          note   no player runs

        files
          wrong  a\u{FFFD}[2J
                 → mend it

        1 thing is wrong

        """)
    #expect(DoctorReport(lines: []).text(isColoured: false).hasSuffix("nothing is wrong\n"))
  }

  @Test func `in colour only the words are`() {
    let text = DoctorReport(lines: lines).text(isColoured: true)
    #expect(text.contains("  \u{1B}[32mok\u{1B}[0m     HDA\n"))
    #expect(text.contains("  \u{1B}[1;31mwrong\u{1B}[0m  a"))
    #expect(text.contains("  note   no player runs\n"))
  }

  @Test func `programs read one object on one line`() {
    #expect(
      DoctorReport(lines: [lines[0], lines[2]]).json
        == #"{"ok":false,"lines":[{"id":"cards","subject":null,"section":"sound","verdict":"ok","text":"HDA","#
        + #""advice":null},{"id":"settings","subject":"3","section":"files","verdict":"wrong","text":"a\u001b[2J","#
        + #""advice":"mend it"}]}"#)
    #expect(DoctorReport(lines: [lines[0], lines[1]]).isWell, "a note is nothing wrong")
  }
}
