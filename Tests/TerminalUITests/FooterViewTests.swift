import PlayerCore
import Testing

@testable import TerminalUI

@Suite struct FooterViewTests {
  @Test(
    arguments: [
      (Wish(.play, because: .user), [], "playing"),
      (Wish(.play, because: .user), [.snag], "silent: contact is bouncing"),
      (Wish(.play, because: .user), [.busy], "silent: another program has the device"),
      (Wish(.play, because: .user), [.stuck], "silent: no answer from the device"),
      (Wish(.pause, because: .user), [.stuck], "paused: no answer from the device"),
      (Wish(.stop, because: .user), [.stuck], "stopped: no answer from the device"),
      (Wish(.play, because: .user), [.server], "silent: held by the sound server"),
      (Wish(.play, because: .user), [.interruption], "paused: another program speaks"),
      (Wish(.play, because: .user), [.sleep, .interruption], "paused: another program speaks"),
      (Wish(.play, because: .user), [.sleep], "paused: the computer sleeps"),
      (Wish(.pause, because: .user), [], "paused"),
      (Wish(.pause, because: .user), [.snag], "paused"),
      (Wish(.pause, because: .routeLost), [], "paused: headphones unplugged"),
      (Wish(.pause, because: .headset), [], "paused: by the headset"),
      (Wish(.pause, because: .timer), [], "paused: sleep timer"),
      (Wish(.pause, because: .deviceError), [], "paused: device error"),
      (Wish(.pause, because: .endOfQueue), [], "end of queue"),
      (Wish(.stop, because: .endOfQueue), [], "end of queue"),
      (Wish(.stop, because: .user), [], "stopped"),
      (Wish(.stop, because: .deviceError), [], "stopped: device error"),
    ] as [(Wish, Set<Hold>, String)])
  func `the status row says why it is silent`(wish: Wish, holds: Set<Hold>, expected: String) {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.snapshot.wish = wish
    terminal.snapshot.holds = holds
    if wish.cause == .routeLost { terminal.lose(.headphones) }
    #expect(terminal.rows[5].trimmed == expected)
  }

  @Test(
    arguments: [
      (.headset, "paused: headset unplugged"), (.usbHeadset, "paused: USB headset unplugged"),
      (.bluetoothA2DP, "paused: Bluetooth disconnected"), (.hdmi, "paused: display unplugged"),
      (.lineOut, "paused: line out unplugged"), (.virtual, "paused: output gone"),
    ] as [(Port, String)])
  func `a pause by a loss names what was lost`(port: Port, expected: String) {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.pause(because: .routeLost)
    terminal.lose(Route(port: port, id: RouteID("lost"), name: "lost", privacy: .unknown))
    #expect(terminal.rows[5].trimmed == expected)
  }

  @Test(
    arguments: [
      (.headphones, "paused: headphones were unplugged"), (.headset, "paused: headset was unplugged"),
      (.bluetoothA2DP, "paused: Bluetooth was disconnected"), (.virtual, "paused: output was gone"),
    ] as [(Port, String)])
  func `a loss is history and no alarm once its route is back`(port: Port, expected: String) {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.pause(because: .routeLost)
    terminal.lose(Route(port: port, id: RouteID("lost"), name: "lost", privacy: .wearerOnly))
    #expect(terminal.view.row(5)[terminal.view.row(5).startIndex + 1].style == .error)
    terminal.snapshot.route.id = RouteID("lost")
    #expect(terminal.rows[5].trimmed == expected)
    #expect(terminal.view.row(5)[terminal.view.row(5).startIndex + 1].style == .normal)
  }

  @Test(arguments: [.bluetoothA2DP, .bluetoothHFP, .bluetoothLE] as [Port])
  func `what has no plug is connected again`(port: Port) {
    var terminal = FakeTerminal(QueueEntry.album, columns: 80, rows: 10)
    terminal.pause(because: .routeLost)
    terminal.lose(Route(port: port, id: RouteID("lost"), name: "lost", privacy: .wearerOnly))
    terminal.snapshot.resumesUntil = terminal.now + .seconds(59)
    #expect(
      terminal.rows[7] == " paused: Bluetooth disconnected        resumes when connected again (0:59 left) ")
    terminal.size = GridSize(columns: 40, rows: 8)
    #expect(terminal.rows[7] == " resumes on connection (0:59)    ? help ")
  }

  @Test func `a pause by unplugging says how long plugging in again resumes`() {
    var terminal = FakeTerminal(QueueEntry.album, columns: 80, rows: 10)
    terminal.pause(because: .routeLost, at: 71)
    terminal.snapshot.resumesUntil = terminal.now + .seconds(572)
    #expect(
      terminal.rows[7] == " paused: headphones unplugged         resumes when plugged in again (9:32 left) ")
    terminal.size = GridSize(columns: 40, rows: 8)
    #expect(terminal.rows[5].trimmed == "paused: headphones unplugged")
    #expect(terminal.rows[7] == " resumes on plug-in (9:32 left)  ? help ")
    terminal.now = terminal.now + .seconds(572)
    #expect(terminal.rows[7].trimmed == "? help")
  }

  @Test func `a message takes the last row, the simulated output is named otherwise`() {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.snapshot.simulation = .requested
    #expect(terminal.rows[7] == " simulated output                ? help ")
    terminal.snapshot.simulation = .noCardFound
    #expect(terminal.rows[7] == " simulated output – no sound card found ")
    terminal.snapshot.message = "there is no next track"
    #expect(terminal.rows[7] == " there is no next track          ? help ")
  }

  @Test(
    arguments: [
      (Privacy.wearerOnly, 60, " Headphones – HDA Intel (private)                  vol 60 % "),
      (.everybody, 60, " Headphones – HDA Intel (public)                   vol 60 % "),
      (.unknown, 60, " Headphones – HDA Intel                            vol 60 % "),
      (.everybody, 40, " Headphones – HDA Intel (pub)  vol 60 % "),
    ])
  func `the route row says where it is heard and by whom`(privacy: Privacy, columns: Int, expected: String) {
    var terminal = FakeTerminal(QueueEntry.album, columns: columns, rows: 8)
    terminal.snapshot.level = Level(percent: 60)
    terminal.snapshot.route.privacy = privacy
    #expect(terminal.rows[6] == expected)
  }

  @Test func `mute, repeat and shuffle stand beside the route, in letters where words find no room`() {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.snapshot.isMuted = true
    terminal.snapshot.repeatMode = .one
    terminal.snapshot.shuffles = true
    #expect(terminal.rows[6] == " Headphones – HDA Intel     R1 S  muted ")
    terminal.size.columns = 60
    #expect(terminal.rows[6] == " Headphones – HDA Intel (priv)   repeat one  shuffle  muted ")
  }

  @Test(
    arguments: [
      (0, " ─────────────────────────   0:00 -3:33 "), (213, " ━━━━━━━━━━━━━━━━━━━━━━━━━   3:33 -0:00 "),
      (300, " ━━━━━━━━━━━━━━━━━━━━━━━━━   5:00 -0:00 "), (106.5, " ━━━━━━━━━━━━─────────────   1:46 -1:47 "),
    ])
  func `the bar fills with what was heard`(seconds: Double, expected: String) {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.play(from: seconds)
    #expect(terminal.rows[4] == expected)
  }

  @Test func `a track of unknown length shows only what was heard`() {
    var terminal = FakeTerminal([QueueEntry(1, "Stream")])
    terminal.play(from: 71)
    #expect(terminal.rows[4] == " ─────────────────────────         1:11 ")
  }

  @Test(arguments: [(0.0, 40), (71.3, 40), (71.3, 300), (212.9, 80), (3599.99, 80)])
  func `the picture changes at the moment foretold and not before`(start: Double, columns: Int) throws {
    var terminal = FakeTerminal([QueueEntry(1, "Long", seconds: 3_725)], columns: columns, rows: 8)
    terminal.play(from: start)
    let first = terminal.view
    let change = try #require(terminal.screen.nextChange)
    #expect(change > terminal.now)
    #expect(change - terminal.now <= .milliseconds(1_001))
    terminal.now = change + .microseconds(-50)
    #expect(terminal.view == first)
    terminal.now = change
    #expect(terminal.view != first)
  }

  @Test func `nothing moves while paused, at the end, under the help, or on a screen that is too small`() {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.pause(because: .user, at: 71)
    #expect(terminal.screen.nextChange == nil)
    terminal.play(from: 213)
    #expect(terminal.screen.nextChange == nil)
    terminal.play(from: 71)
    #expect(terminal.screen.nextChange != nil)
    terminal.press("?")
    #expect(terminal.screen.nextChange == nil)
    terminal.press("?")
    terminal.size.rows = 7
    #expect(terminal.screen.nextChange == nil)
  }

  @Test func `the time left to resume counts down by the second`() throws {
    var terminal = FakeTerminal(QueueEntry.album)
    terminal.pause(because: .routeLost)
    terminal.snapshot.resumesUntil = terminal.now + .milliseconds(9_300)
    let first = terminal.view
    let change = try #require(terminal.screen.nextChange)
    #expect(change - terminal.now == .milliseconds(300) + .nanoseconds(1))
    terminal.now = change
    #expect(terminal.view != first)
  }
}

extension String {
  var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
