import Testing

@testable import PlayerCore

/// R29, R30: what a recording beside the music means for it, and which microphones there are.
struct RecordingRuleTests {
  @Test func `R29: while something is recorded it is the category playAndRecord, and that is reported`() {
    var harness = CategoryRuleTests.playing(.ambient)
    let route = harness.state.routes.settled
    harness.send(.recordingBegan)
    #expect(harness.state.snapshot.category == .playAndRecord)
    harness.send(.recordingEnded(lostMicrophone: false))
    #expect(harness.state.snapshot.category == .ambient)
    let change = RouteChange(reason: .categoryChange, previous: route, current: route)
    #expect(harness.announced == [change, change])
    #expect(harness.engine.sounds)
  }

  @Test func `R30: the loss of its microphone is reported as such`() {
    var harness = CategoryRuleTests.playing(.playback)
    harness.send(.recordingBegan)
    harness.send(.recordingEnded(lostMicrophone: true))
    #expect(harness.announced.map(\.reason) == [.categoryChange, .noSuitableRouteForCategory])
  }

  @Test(arguments: [CommandSource.mpris, .mediaKeys, .avrcp])
  func `R29: remotes can do nothing but stop meanwhile`(source: CommandSource) {
    var harness = CategoryRuleTests.playing(.playback)
    harness.send(.recordingBegan)
    for command in [Command.pause, .togglePlayPause, .nextTrack, .skip(.seconds(3))] {
      harness.command(command, from: source)
      #expect(harness.state.status == .playing, "\(command)")
    }
    harness.command(.stop, from: source)
    #expect(harness.state.status == .stopped)
    harness.command(.play, from: source)
    #expect(harness.state.status == .stopped)
    harness.send(.recordingEnded(lostMicrophone: false))
    harness.command(.play, from: source)
    #expect(harness.state.status == .playing)
  }

  @Test(arguments: [CommandSource.keyboard, .commandLine])
  func `R29: the listener's own hand can do everything`(source: CommandSource) {
    var harness = CategoryRuleTests.playing(.playback)
    harness.send(.recordingBegan)
    harness.command(.pause, from: source)
    #expect(harness.state.status == .paused)
    harness.command(.play, from: source)
    #expect(harness.state.status == .playing)
  }

  @Test func `a category that is chosen meanwhile counts, and is shown afterwards`() {
    var harness = CategoryRuleTests.playing(.playback)
    harness.send(.recordingBegan)
    harness.command(.changeCategory(.soloAmbient))
    harness.command(.changeCategory(.playAndRecord))
    #expect(harness.state.snapshot.category == .playAndRecord && harness.state.chosenCategory == .soloAmbient)
    harness.send(.recordingEnded(lostMicrophone: false))
    #expect(harness.state.snapshot.category == .soloAmbient)
  }

  // MARK: Microphones

  private static func card(
    _ jacks: [JackFacts], bus: CardBus = .builtIn, number: Int = 0, id: String = "PCH"
  ) -> CardFacts {
    CardFacts(
      index: CardIndex(number), stableID: id, name: "Card \(id)", bus: bus, jacks: jacks, hasCapture: true)
  }

  @Test func `R30: which microphones there are is read from jacks, switches, USB and Bluetooth`() {
    let facts = Facts(
      cards: [
        Self.card([
          JackFacts(name: "Internal Mic Phantom Jack", plugged: true), JackFacts(name: "Mic Jack", plugged: false),
          JackFacts(name: "Headset Mic Jack", plugged: true), JackFacts(name: "Line Jack", plugged: nil),
          JackFacts(name: "Headphone Jack", plugged: true), JackFacts(name: "Line Out Jack", plugged: true),
        ]),
        Self.card([], bus: .usb, number: 1, id: "usb-1"), Self.card([], bus: .virtual, number: 2, id: "Loopback"),
        Self.card([], number: 3, id: "Plain"),
      ],
      bluetooth: [BluetoothFacts(address: "AA", name: "Buds", port: .bluetoothHFP, isReachable: true)])
    let found = facts.microphones.map { "\($0.id) \($0.isPlugged.map(String.init) ?? "?")" }
    #expect(
      found == [
        "builtInMic:PCH ?", "headsetMic:PCH true", "externalMic:PCH false", "lineIn:PCH ?", "usbMic:usb-1 true",
        "virtual:Loopback ?", "builtInMic:Plain ?", "bluetoothHFP:AA true",
      ])
  }

  @Test func `R30: a server's sources are microphones where no card and no headset is one already`() {
    let sources = [
      SourceFacts(name: "card", title: "Card", device: .card(CardIndex(0))),
      SourceFacts(name: "bluez", title: "Buds", device: .bluetooth(address: "AA")),
      SourceFacts(name: "other", title: "Other buds", device: .bluetooth(address: "BB")),
      SourceFacts(name: "made-up", title: "Made up", device: .virtual),
    ]
    let facts = Facts(
      bluetooth: [BluetoothFacts(address: "AA", name: "Buds", port: .bluetoothHFP)],
      server: ServerFacts(name: "PulseAudio", sources: sources))
    #expect(facts.microphones.map(\.id) == ["bluetoothHFP:AA", "bluetoothHFP:BB", "virtual:made-up"])
  }

  @Test func `a card that records nothing has no microphone`() {
    var card = Self.card([JackFacts(name: "Mic Jack", plugged: true)])
    card.hasCapture = false
    #expect(Facts(cards: [card]).microphones == [])
  }

  @Test func `R30: a headset's microphone is there only where jack and switch say so`() {
    let card = Self.card([JackFacts(name: "Headset Mic Jack", plugged: true)])
    func plugged(_ isOn: Bool) -> Bool? {
      Facts(cards: [card], switches: [SwitchFacts(device: "Headset", card: nil, kind: .microphone, isOn: isOn)])
        .microphones.first { $0.port == .headsetMic }?.isPlugged
    }
    #expect(plugged(true) == true && plugged(false) == false)
  }

  private static func withHeadset(_ isPlugged: Bool, usb: Bool = false) -> Facts {
    Facts(
      cards: [card([JackFacts(name: "Headset Mic Jack", plugged: isPlugged)])]
        + (usb ? [card([], bus: .usb, number: 1, id: "usb-1")] : []))
  }

  @Test func `R30: a headset's microphone is told once it has come to rest, and nothing of a chattering one`() {
    let settings = SessionSettings()
    var watch = MicrophoneWatch()
    func time(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }
    watch.observe(Self.withHeadset(false).microphones, at: time(0), under: settings)
    #expect(watch.deadline == nil && watch.settled.count == 1)
    // R10: what sources find as they start is no event.
    watch.observe(Self.withHeadset(false, usb: true).microphones, at: time(500), under: settings)
    #expect(watch.settle(at: time(1_000), under: settings) == [] && watch.settled.count == 2)
    // R9: a contact that bounces.
    for bounce in 0..<5 {
      watch.observe(
        Self.withHeadset(bounce % 2 == 0, usb: true).microphones, at: time(5_000 + 100 * Int64(bounce)), under: settings
      )
      #expect(watch.settle(at: time(5_000 + 100 * Int64(bounce)), under: settings) == [])
    }
    #expect(watch.settle(at: time(5_899), under: settings) == [] && watch.deadline == time(5_900))
    let told = watch.settle(at: time(5_900), under: settings)
    #expect(told.map(\.isThere) == [true] && told.first?.microphone.id == "headsetMic:PCH")
    #expect(watch.settle(at: time(9_000), under: settings) == [] && watch.deadline == nil)
    watch.observe(Self.withHeadset(false).microphones, at: time(10_000), under: settings)
    let gone = watch.settle(at: time(10_500), under: settings)
    #expect(gone.map(\.microphone.id) == ["headsetMic:PCH", "usbMic:usb-1"] && gone.allSatisfy { !$0.isThere })
  }

  @Test func `R30: observers see the microphones, and an announcement of each change`() {
    var harness = LossRuleTests.onHeadphones(settings: SessionSettings())
    harness.facts.cards[0].hasCapture = true
    harness.facts.cards[0].jacks.append(JackFacts(name: "Headset Mic Jack", plugged: false))
    harness.publish()
    harness.advance(.seconds(5))
    #expect(harness.state.snapshot.microphones.map(\.isPlugged) == [false])
    harness.plug("Headset Mic Jack", true)
    harness.advance(.seconds(1))
    #expect(harness.state.snapshot.microphones.map(\.isPlugged) == [true])
    let told = harness.effects.filter { if case .announceMicrophone = $0 { true } else { false } }
    #expect(told.count == 1)
  }

  @Test func `R30: a recording depends on what can go of the card that it comes from`() {
    func facts(headset: Bool, usb: Bool) -> Facts {
      Facts(
        cards: [Self.card([JackFacts(name: "Headset Mic Jack", plugged: headset)])]
          + (usb ? [Self.card([], bus: .usb, number: 1, id: "usb-1")] : []))
    }
    let start = facts(headset: true, usb: true)
    for (card, lost, isLoss) in [
      (CardIndex(0), facts(headset: false, usb: true), true), (CardIndex(0), facts(headset: true, usb: false), false),
      (CardIndex(1), facts(headset: true, usb: false), true), (CardIndex(1), facts(headset: false, usb: true), false),
      // Behind a server it may have been any of them.
      (nil, facts(headset: false, usb: true), true), (nil, facts(headset: true, usb: false), true),
    ] as [(CardIndex?, Facts, Bool)] {
      let recorded = RecordedMicrophones(start, card: card)
      #expect(recorded.isOneLost(in: lost) == isLoss)
      #expect(!recorded.isOneLost(in: start))
    }
    // What was not there before cannot be what was recorded.
    #expect(!RecordedMicrophones(facts(headset: false, usb: false), card: CardIndex(0)).isOneLost(in: start))
  }

  @Test func `the kind of file is what its name ends in`() {
    let kinds: [(String, RecordingKind?)] = [
      ("a.flac", .flac), ("/x.y/B.WAV", .wav), ("a.b.ogg", .ogg), ("a.Opus", .opus), ("a.mp3", nil), ("flac", nil),
      (".flac", nil), ("a.flac/b", nil), ("a.", nil),
    ]
    for (name, kind) in kinds { #expect(RecordingKind(namedBy: FilePath(name)) == kind, "\(name)") }
  }
}
