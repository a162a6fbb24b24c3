import PlayerCore
import Testing

@testable import TerminalUI

@Suite struct RedrawTests {
  @Test(arguments: [(40, 8), (80, 24), (300, 100)])
  func `a picture that takes over the list is the whole picture`(columns: Int, rows: Int) {
    var terminal = FakeTerminal(QueueEntry.album, columns: columns, rows: rows)
    terminal.play(from: 3)
    let earlier = (view: terminal.screen, grid: terminal.view)
    for seconds in [0, 1, 9, 60] {
      terminal.now = terminal.now + .seconds(seconds)
      #expect(inLocale(terminal.locale) { terminal.screen.draw(after: earlier) } == terminal.view)
    }
  }

  @Test func `the time left for the headphones to come back goes on in a picture that takes over the rest`() {
    var terminal = FakeTerminal(QueueEntry.album, columns: 80, rows: 24)
    terminal.pause(because: .routeLost, at: 3)
    terminal.snapshot.resumesUntil = terminal.now + .milliseconds(60_500)
    var earlier = (view: terminal.screen, grid: terminal.view)
    for seconds in [1, 30, 28, 1, 1] {
      terminal.now = terminal.now + .seconds(seconds)
      let later = inLocale(terminal.locale) { terminal.screen.draw(after: earlier) }
      #expect(later == terminal.view)
      #expect(later != earlier.grid)
      earlier = (terminal.screen, later)
    }
  }

  @Test func `nothing is taken over when something has happened`() {
    var terminal = FakeTerminal(QueueEntry.album, columns: 80, rows: 24)
    terminal.play(from: 3)
    let earlier = (view: terminal.screen, grid: terminal.view)
    var changed = [terminal]
    for _ in 0..<4 { changed.append(terminal) }
    changed[1].press(.down)
    changed[2].press(.character("?"))
    changed[3].snapshot.queue[1].problem = "damaged"
    changed[4].size = GridSize(columns: 60, rows: 20)
    for terminal in changed {
      #expect(inLocale(terminal.locale) { terminal.screen.draw(after: earlier) } == terminal.view)
    }
  }
}
