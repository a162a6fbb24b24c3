import PlayerCore
import Testing

@testable import TerminalUI

@Suite struct StatusTextTests {
  private let now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  private var snapshot: Snapshot

  init() {
    snapshot = Snapshot()
    snapshot.queue = QueueEntry.album
    snapshot.current = snapshot.queue[0].id
    snapshot.route = .headphones
    snapshot.status = .playing
    snapshot.wish = Wish(.play, because: .user)
    snapshot.playhead = Playhead(
      frame: FrameCount(44_100 * 62), at: now, rate: SampleRate(44_100), advances: true)
  }

  private func line(_ snapshot: Snapshot, columns: Int, symbols: Symbols = .unicode) -> String {
    inLocale("C.UTF-8") {
      let line = StatusText(snapshot: snapshot, now: now, symbols: symbols).draw(columns: columns)
      #expect(line.columns <= columns)
      return line.string
    }
  }

  @Test(arguments: [
    (80, "▶ Harbour Lights – The Quays  1:02 -2:31  Headphones – HDA Intel (private)"),
    (66, "▶ Harbour Lights – …  1:02 -2:31  Headphones – HDA Intel (private)"),
    (60, "▶ Harbour Lights – The …  1:02 -2:31  Headphones – HDA Intel"),
    (50, "▶ Harbour Lights – The Quays  1:02 -2:31"), (37, "▶ Harbour Lights – The Q…  1:02 -2:31"),
    (20, "▶ Harbo…  1:02 -2:31"), (14, "▶ 1:02 -2:31"), (1, "…"),
  ])
  func `while it plays, the title is shortened, then the route gives way`(columns: Int, expected: String) {
    #expect(line(snapshot, columns: columns) == expected)
  }

  @Test func `a pause says why, and what would end it, before anything else`() {
    var paused = snapshot
    paused.status = .paused
    paused.wish = Wish(.pause, because: .routeLost)
    paused.lostRoute = .headphones
    paused.route = .speaker
    paused.playhead.advances = false
    paused.resumesUntil = now + .seconds(599)
    let why = "paused: headphones unplugged, resumes when plugged in again (9:59 left)"
    #expect(line(paused, columns: 120) == "‖ Harbour Lights – The Quays  1:02 -2:31  \(why)")
    #expect(line(paused, columns: 100).hasSuffix("  paused: headphones unplugged, resumes on plug-in (9:59 left)"))
    #expect(line(paused, columns: 60).hasSuffix("  paused: headphones unplugged"))
    #expect(line(paused, columns: 30) == "‖ paused: headphones unplugged")
    #expect(line(paused, columns: 20) == "‖ paused: headphone…")
  }

  @Test func `wide characters are never cut in two`() {
    var wide = snapshot
    wide.current = wide.queue[1].id
    for columns in 1...80 { _ = line(wide, columns: columns) }
    #expect(line(wide, columns: 23).hasPrefix("▶ 東京"))
  }

  @Test func `nothing but text comes out`() {
    var odd = snapshot
    odd.queue = [QueueEntry(1, "a\u{1B}[2Jb\r\nc", nil, seconds: 10)]
    let shown = line(odd, columns: 80)
    #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    #expect(line(odd, columns: 80, symbols: .ascii).unicodeScalars.allSatisfy { 0x20..<0x7F ~= $0.value || $0 == "–" })
  }

  @Test func `the simulated device is told`() {
    var simulated = snapshot
    simulated.simulation = .requested
    #expect(line(simulated, columns: 120).hasSuffix("Headphones – HDA Intel (private), simulated output"))
    #expect(line(simulated, columns: 60).hasSuffix("  simulated output"))
  }

  @Test func `it changes with the second heard, and with the time left to resume`() throws {
    let next = try #require(StatusText(snapshot: snapshot, now: now, symbols: .unicode).nextChange)
    #expect((.milliseconds(999)...Duration.milliseconds(1_001)).contains(next - now))
    var resting = snapshot
    resting.playhead.advances = false
    #expect(StatusText(snapshot: resting, now: now, symbols: .unicode).nextChange == nil)
    resting.resumesUntil = now + .milliseconds(2_400)
    let countdown = try #require(StatusText(snapshot: resting, now: now, symbols: .unicode).nextChange)
    #expect(countdown - now == .milliseconds(400) + .nanoseconds(1))
  }
}
