import PlayerCore
import Testing

@testable import TerminalUI

/// R8: the list of outputs, and the key that moves the sound.
@Suite struct RouteListTests {
  private static let routes = [
    RouteSummary(
      id: RouteID("bluetooth:00:11:22:33:44:55"), name: "Bluetooth – Buds", port: .bluetoothA2DP,
      level: Level(percent: 45), cap: Level(percent: 80), isAvailable: true),
    RouteSummary(
      id: RouteID("headphones:PCH"), name: "Headphones – HDA Intel", port: .headphones, level: Level(percent: 60),
      isAvailable: true, isCurrent: true),
    RouteSummary(
      id: RouteID("speaker:PCH"), name: "Speaker – HDA Intel", port: .builtInSpeaker, level: Level(percent: 70),
      isMuted: true, isAvailable: true, speakerLevel: Level(percent: 70)),
    RouteSummary(
      id: RouteID("usb:SN1"), level: Level(percent: 50), onUnplug: .stop, onPlug: .nothing, releaseAfter: nil),
  ]

  private func terminal(columns: Int = 80, rows: Int = 12) -> FakeTerminal {
    var terminal = FakeTerminal(QueueEntry.album, columns: columns, rows: rows)
    terminal.snapshot.routes = Self.routes
    return terminal
  }

  @Test func `each output is there with its level, its cap and what its loss does`() {
    var terminal = terminal()
    terminal.press("o")
    #expect(
      terminal.rows.prefix(6) == [
        " Outputs                         Enter plays there, u i w change it, Esc closes ",
        "   Bluetooth – Buds            let go after 30 s, pauses, resumes  45 % of 80 % ",
        " ▶ Headphones – HDA Intel              let go after 30 s, pauses, resumes  60 % ",
        "   Speaker – HDA Intel      let go after 30 s, unplugging sets 70 %  70 % muted ",
        "   usb:SN1 (not there)                                never let go, stops  50 % ",
        "                                                                                ",
      ])
  }

  @Test func `R30: below the outputs are the microphones, as far as there is room`() {
    func microphone(_ name: String, _ isPlugged: Bool?) -> Microphone {
      Microphone(port: .headsetMic, id: name, name: name, card: nil, isPlugged: isPlugged)
    }
    var terminal = terminal(rows: 14)
    terminal.snapshot.microphones = [
      microphone("Built-in Mic – HDA Intel", nil), microphone("Headset Mic – HDA Intel", true),
      microphone("Mic – HDA Intel", false),
    ]
    terminal.press("o")
    #expect(
      terminal.rows[4...8] == [
        "   usb:SN1 (not there)                                never let go, stops  50 % ",
        "                                                                                ",
        "   Built-in Mic – HDA Intel                         microphone, no plug sensing ",
        "   Headset Mic – HDA Intel                                           microphone ",
        "   Mic – HDA Intel (not there)                                       microphone ",
      ])
    terminal.size = GridSize(columns: 40, rows: 10)
    #expect(!terminal.rows.contains { $0.contains("Mic – HDA Intel (") })
  }

  @Test func `a narrow screen leaves out when each is let go, and what enter does, but no name and no level`() {
    var terminal = terminal(columns: 60)
    terminal.press("o")
    #expect(
      terminal.rows.prefix(3) == [
        " Outputs     Enter plays there, u i w change it, Esc closes ",
        "   Bluetooth – Buds           pauses, resumes  45 % of 80 % ",
        " ▶ Headphones – HDA Intel             pauses, resumes  60 % ",
      ])
    terminal.size = GridSize(columns: 40, rows: 12)
    #expect(terminal.rows[0] == " Outputs    u i w change it, Esc closes ")
    terminal.size = GridSize(columns: 120, rows: 12)
    terminal.snapshot.routes[2].speakerLevel = nil
    #expect(terminal.rows[3].hasSuffix("  let go after 30 s, unplugging sets nothing  70 % muted "))
  }

  @Test(arguments: [
    (80, " ▶ Headphones – HDA Intel              week 9:05 h, 34 %; pauses, resumes  60 % "),
    (60, " ▶ Headphones – HDA Intel           week 9:05 h, 34 %  60 % "),
    (
      110,
      " ▶ Headphones – HDA Intel             week 9:05 h at -23.4 dBFS, 34 % of the allowance; pauses, resumes  60 % "
    ),
  ])
  func `how long headphones were heard is there as far as it fits`(columns: Int, row: String) {
    var terminal = terminal(columns: columns)
    terminal.snapshot.routes[1].listening = ListeningSummary(
      today: ListeningSummary.Span(minutes: 59, level: nil), week: ListeningSummary.Span(minutes: 545, level: -234),
      dose: 34)
    terminal.press("o")
    #expect(terminal.rows[2] == row)
  }

  @Test func `keys change what is set for the selected output, and nothing outside of the list`() {
    var terminal = terminal()
    #expect(terminal.press("u", "i", "w") == [])
    terminal.press("o")
    let headphones = RouteID("headphones:PCH")
    func cycle(_ policy: RoutePolicy, _ id: RouteID) -> ScreenEffect {
      .request(.command(.cycleRoutePolicy(policy, of: id)))
    }
    #expect(
      terminal.press("u", "u", "i", "w") == [
        cycle(.onUnplug, headphones), cycle(.onUnplug, headphones), cycle(.onPlug, headphones),
        cycle(.releaseAfter, headphones),
      ])
    let speaker = RouteID("speaker:PCH")
    #expect(
      terminal.press("j", "u", "i", "w") == [
        cycle(.speakerVolume, speaker), cycle(.onPlug, speaker), cycle(.releaseAfter, speaker),
      ],
      "that a speaker does not come back is the answer")
    terminal.snapshot.routes = []
    #expect(terminal.press("u") == [])
  }

  @Test func `the smallest screen has the levels`() {
    var terminal = terminal(columns: 40, rows: 8)
    terminal.press("o")
    #expect(
      terminal.rows.prefix(3) == [
        "   Bluetooth – Buds        45 % of 80 % ",
        " ▶ Headphones – HDA Intel          60 % ",
        "   Speaker – HDA Intel       70 % muted ",
      ])
    terminal.press("G")
    #expect(terminal.rows[2].contains("usb:SN1"), "the list scrolls")
  }

  @Test func `enter has the sound go there, and everything else acts as always`() {
    var terminal = terminal()
    terminal.press("o")
    #expect(
      terminal.press(.enter) == [.request(.command(.chooseRoute(RouteID("headphones:PCH"))))], "the one in use first")
    #expect(terminal.press("k", .enter) == [.request(.command(.chooseRoute(Self.routes[0].id)))])
    #expect(terminal.press("G", "j", .enter) == [.request(.command(.chooseRoute(Self.routes[3].id)))], "the end stays")
    #expect(terminal.press(" ", "+") == [.request(.command(.togglePlayPause)), .request(.command(.changeLevel(5)))])
    #expect(terminal.press("q") == [], "closes the list, and not the player")
    #expect(terminal.rows[0].contains("cans"))
    terminal.press("o", "o")
    #expect(terminal.rows[0].contains("cans"))
    terminal.press("o")
    #expect(terminal.press(.control("C")) == [.request(.quit)])
  }

  @Test func `R13: private listening is shown, and is no promise behind a server`() {
    var terminal = terminal()
    terminal.snapshot.privateListening = .on
    #expect(terminal.rows[10].hasSuffix("  private only  vol 100 % "), "\(terminal.rows)")
    terminal.snapshot.privateListening = .bestEffort
    #expect(terminal.rows[10].hasSuffix("  private only (best effort here)  vol 100 % "))
    terminal.size = GridSize(columns: 40, rows: 8)
    #expect(terminal.rows[6].hasSuffix("  P?  vol 100 % "))
  }

  @Test func `a route that goes leaves the selection where it was`() {
    var terminal = terminal()
    terminal.press("o", "g")
    terminal.snapshot.routes.removeFirst()
    #expect(terminal.press(.enter) == [.request(.command(.chooseRoute(RouteID("headphones:PCH"))))])
    terminal.snapshot.routes = []
    #expect(terminal.press(.enter, "j") == [])
  }
}
