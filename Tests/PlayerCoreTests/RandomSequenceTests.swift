import Glibc
import PlayerCore
import Testing

/// Thousands of runs in which anything happens at any time, watched for what must never be.
/// `CANS_SEQUENCES` asks for more.
@Suite struct RandomSequenceTests {
  private static let blocks: UInt64 = 40
  private static let count = getenv("CANS_SEQUENCES").flatMap { UInt64(String(cString: $0)) } ?? 2_000

  @Test(arguments: 0..<blocks) func `R1 to R36: no sequence of events breaks an invariant`(block: UInt64) {
    for seed in stride(from: block, to: RandomSequenceTests.count, by: UInt64.Stride(RandomSequenceTests.blocks)) {
      var run = RandomRun(seed: seed)
      run.go(events: 60)
      guard run.watch.violations.isEmpty else {
        Issue.record("seed \(seed): \(run.watch.violations.prefix(3))\n\(run.harness.story)")
        return
      }
    }
  }
}

/// One run: all that is random follows from the seed.
struct RandomRun {
  var harness: CoreHarness
  let watch = InvariantWatch()
  private var random: SplitMix64

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 1)
    var settings = SessionSettings()
    settings.onUnplug = [.pause, .pause, .pause, .stop, .continue].randomElement(using: &random)!
    settings.onPlug = Bool.random(using: &random) ? .resume : .nothing
    if Int.random(in: 0..<3, using: &random) == 0 { settings.speakerLevel = nil }
    if Bool.random(using: &random) { settings.restore = .playing }
    settings.yieldsToPlayers = Bool.random(using: &random)
    settings.interruptsOthers = Bool.random(using: &random)
    settings.resumeAfterSleep = ResumeAfterSleep.allCases.randomElement(using: &random)!
    if Int.random(in: 0..<3, using: &random) == 0 { settings.maximum = Level(percent: 65) }
    var volume = VolumeBook()
    for id in ["headphones:PCH", "speaker:PCH", "usb:S123", "bluetooth:00:11:22:33:44:55"]
    where Bool.random(using: &random) {
      let route = Route(port: .virtual, id: RouteID(id), name: id, privacy: .unknown)
      volume.setLevel(Level(percent: Int.random(in: 0...100, using: &random)), of: route, under: settings)
    }
    let plugged = Bool.random(using: &random)
    harness = CoreHarness(
      jacks: [
        ("Headphone Jack", plugged), ("Headset Mic Jack", false), ("Front Headphone Jack", false),
        ("Line Out Jack", false), ("Speaker Phantom Jack", true),
      ], settings: settings, volume: volume)
    if Bool.random(using: &random) { harness.setDeviceName("hw:0,0") }
    if Bool.random(using: &random) { harness.facts.server = InterruptionRuleTests.server }
    if Bool.random(using: &random) { harness.facts.players = [] }
    self.random = random
  }

  mutating func go(events: Int) {
    let watch = watch
    harness.check = { harness, event, before, effects in
      watch.look(at: harness, after: event, before: before, effects: effects)
    }
    harness.engine.files[FilePath("/music/2.flac")] = FakeEngine.File(length: FrameCount(96_000))
    if odds(3) { harness.engine.files[FilePath("/music/3.flac")] = FakeEngine.File(rate: SampleRate(44_100)) }
    if odds(4) { harness.engine.files[FilePath("/music/4.flac")] = FakeEngine.File(failure: "damaged") }
    if odds(4) { harness.engine.files[FilePath("/music/1.flac")] = FakeEngine.File(breaksAt: FrameCount(40_000)) }
    start()
    let launched = harness.steps.count
    while harness.steps.count < launched + events, watch.violations.isEmpty { step() }
    settle()
  }

  /// With files, on a restored session, or both.
  private mutating func start() {
    let keeps = odds(2)
    if keeps { harness.awaitSession() }
    if keeps, odds(2) {
      open(files: 1...4)
      harness.publish()
      harness.send(.deviceProbed(.card(CardIndex(0))))
      return harness.advance(milliseconds(0..<4_000))
    }
    harness.launch(tracks: 4, plays: !odds(4), quietTimeOver: !odds(3))
    if keeps { open(files: odds(2) ? 3...6 : 5...8) }
  }

  private mutating func open(files: ClosedRange<Int>) {
    let items = files.map { QueueItem(path: FilePath("/music/\($0).flac")) }
    let order = odds(2) ? nil : Array(items.indices).shuffled(using: &random)
    let place = SavedPlace(
      current: odds(5) ? nil : Int.random(in: 0..<4, using: &random),
      frame: FrameCount(Int.random(in: 0..<90_000, using: &random)), rate: SampleRate(48_000),
      status: [.playing, .playing, .paused, .stopped].randomElement(using: &random)!,
      route: RouteID(odds(2) ? "headphones:PCH" : "speaker:PCH"), repeatMode: odds(2) ? .off : .all)
    let saved = SavedQueue(items: items, order: order).map { SavedSession(queue: $0, place: place) }
    harness.send(.sessionOpened(odds(5) ? nil : saved))
  }

  /// Without further trouble everything comes to rest, and what should sound does.
  private mutating func settle() {
    harness.engine.reportDelay = .zero
    harness.engine.openFailures = []
    harness.send(.pressDevicesChanged([]))
    harness.send(.wokeUp)
    harness.advance(.seconds(5))
    let state = harness.state
    if state.phase == .preparing || state.phase == .silencing { watch.violations.append("stuck in \(state.phase)") }
    if state.shouldSound, !harness.engine.sounds { watch.violations.append("should sound, and does not") }
    if state.holds.contains(.snag) { watch.violations.append("the snag does not end") }
    watch.judgePlaces(harness)
  }

  private mutating func entries() -> [QueueEntryID] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in QueueEntryID(UInt32.random(in: 1...9, using: &random)) }
  }

  private mutating func place() -> QueuePlace {
    [.end, .next, .index(Int.random(in: -1...6, using: &random))].randomElement(using: &random)!
  }

  private mutating func odds(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
  private mutating func milliseconds(_ range: Range<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &random))
  }

  private mutating func step() {
    switch Int.random(in: 0..<28, using: &random) {
    case 0...2: harness.advance(milliseconds(0..<60))
    case 3, 4: harness.advance(milliseconds(0..<800))
    case 5: harness.advance(odds(8) ? milliseconds(30_000..<700_000) : milliseconds(800..<6_000))
    case 6: harness.skip(milliseconds(1..<3_000))
    case 7, 8: toggleJack(odds(2) ? "Headphone Jack" : "Front Headphone Jack")
    case 9: toggleJack(["Headset Mic Jack", "Line Out Jack"].randomElement(using: &random)!)
    case 10, 11: chatter()
    case 12: toggleUSB()
    case 13: toggleBluetooth()
    case 14: chooseOutput()
    case 15: trouble()
    case 16: odds(2) ? hold() : odds(2) ? findSheet() : sendPause()
    case 24, 25: interrupt()
    case 26: closeLid()
    case 17, 18, 19: press()
    case 20: harness.send(.pressDevicesChanged(devices.filter { _ in !odds(4) }))
    default: command()
    }
  }

  private mutating func toggleJack(_ name: String) {
    let jack = harness.facts.cards[0].jacks.first { $0.name == name }!
    harness.plug(name, jack.plugged != true)
  }

  private mutating func chatter() {
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      toggleJack("Headphone Jack")
      harness.advance(milliseconds(0..<130))
    }
  }

  /// Facts of the card and of the stream come in either order, together or apart.
  private mutating func change(_ first: (inout Facts) -> Void, _ second: (inout Facts) -> Void) {
    first(&harness.facts)
    if odds(2) {
      harness.publish()
      harness.advance(milliseconds(0..<200))
    }
    second(&harness.facts)
    harness.publish()
  }

  private mutating func toggleUSB() {
    let usb = LossRuleTests.usb
    if harness.facts.cards.contains(usb) {
      let follows = harness.facts.output == .card(usb.index)
      let isOpened = follows && odds(2)
      let drops: (inout Facts) -> Void = { $0.cards.removeAll { $0 == usb } }
      let moves: (inout Facts) -> Void = { if follows { $0.output = .card(CardIndex(0)) } }
      if isOpened, odds(2) { harness.loseDevice() }
      if odds(2) { change(drops, moves) } else { change(moves, drops) }
      if isOpened { harness.loseDevice() }
    } else {
      let follows = !odds(3)
      change({ $0.cards.append(usb) }, { if follows { $0.output = .card(usb.index) } })
    }
  }

  private mutating func toggleBluetooth() {
    let buds = LossRuleTests.buds
    if harness.facts.bluetooth.isEmpty {
      change({ $0.bluetooth = [buds] }, { $0.output = .bluetooth(address: buds.address) })
    } else {
      let follows = harness.facts.output == .bluetooth(address: buds.address)
      let drops: (inout Facts) -> Void = { $0.bluetooth = [] }
      let moves: (inout Facts) -> Void = { if follows { $0.output = nil } }
      if odds(2) { change(drops, moves) } else { change(moves, drops) }
    }
  }

  private mutating func chooseOutput() {
    let cards = harness.facts.cards.map { OutputFacts.card($0.index) }
    let buds = harness.facts.bluetooth.map { OutputFacts.bluetooth(address: $0.address) }
    harness.facts.output = (cards + buds).randomElement(using: &random)!
    harness.publish()
  }

  private mutating func trouble() {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: harness.engine.openFailures += Array(repeating: .busy, count: Int.random(in: 1...4, using: &random))
    case 1: harness.engine.openFailures.append(odds(2) ? .noDevice : .noPermission)
    case 2: harness.loseDevice(.failed(operation: "write", message: "EIO"))
    case 3: harness.send(.trackUnreadable(QueueEntryID(UInt32.random(in: 1...4, using: &random)), reason: "gone"))
    default:
      harness.engine.reportDelay = [.zero, .milliseconds(1), .milliseconds(20), .milliseconds(300)]
        .randomElement(using: &random)!
    }
  }

  /// A file turns out to be several tracks, sooner or later; only the first sheet that is found in it counts.
  private mutating func findSheet() {
    let number = UInt32.random(in: 1...4, using: &random)
    let path = FilePath("/music/\(number).flac")
    let file = harness.engine.files[path] ?? FakeEngine.File()
    let starts = [0, 20, 75, 110].prefix(Int.random(in: 2...4, using: &random)).map { MediaTime.disc(frames: $0) }
    let sheet = starts.enumerated().map { index, start in
      QueueItem(path: path, part: TrackPart(start: start, end: starts.dropFirst(index + 1).first))
    }
    let facts = TrackFacts(
      format: AudioFormat(rate: file.rate, channels: 2, encoding: .integer(bits: 16)),
      length: file.knowsLength ? file.length : nil)
    harness.send(.sheetRead(QueueEntryID(number), facts, sheet))
  }

  private let devices = [PressDevice.cable, .buds, .keyboard]

  /// Keys of all devices, quickly or slowly one after the other; the loop may come late, and a desktop may tell of
  /// them, too.
  private mutating func press() {
    let device = odds(2) ? .cable : devices.randomElement(using: &random)!
    let key = odds(2) ? .media : PressKey.allCases.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let time = harness.now
      if odds(4) { tellOverMPRIS(key) }
      if odds(10) { harness.skip(milliseconds(1..<3_000)) }
      harness.send(.pressed(Press(key, .down, on: device, at: time)))
      if odds(4) { tellOverMPRIS(key) }
      harness.advance(odds(6) ? milliseconds(500..<3_000) : milliseconds(0..<120))
      if odds(5) { harness.send(.pressed(Press(key, .repeat, on: device, at: harness.now))) }
      if !odds(8) { harness.send(.pressed(Press(key, .up, on: device, at: harness.now))) }
      harness.advance(milliseconds(0..<300))
    }
  }

  private mutating func tellOverMPRIS(_ key: PressKey) {
    let command: Command =
      switch key {
      case .play: .play
      case .pause: .pause
      case .stop: .stop
      case .next: .nextTrack
      case .previous: .previousTrack
      case .fastForward, .rewind: .skip(key == .rewind ? .seconds(-5) : .seconds(5))
      case .playPause, .media, .volumeUp, .volumeDown, .mute: .togglePlayPause
      }
    harness.command(command, from: .mpris)
    harness.advance(milliseconds(0..<250))
  }

  private mutating func hold() {
    let hold: Hold = [.interruption, .sleep, .server].randomElement(using: &random)!
    harness.send(odds(2) ? .holdBegan(hold) : .holdEnded(hold, shouldResume: odds(2)))
  }

  /// Other programs speak, play or want the card, and end that, or the server takes the stream.
  private mutating func interrupt() {
    switch Int.random(in: 0..<8, using: &random) {
    case 7:
      harness.facts.switches = [SwitchFacts(device: "Phone", card: nil, kind: .mute, isOn: odds(2))]
      harness.publish()
    case 0: harness.call(odds(2) ? "phone" : nil)
    case 1: harness.players(playing: odds(2) ? [InterruptionRuleTests.vlc] : odds(2) ? [InterruptionRuleTests.mpv] : [])
    case 2: harness.send(.reservationRequested(by: "Ardour", priority: odds(3) ? 0 : 100))
    case 3: harness.send(.reservationLost(to: "JACK"))
    case 4, 5: harness.send(.reservationGranted)
    default:
      let ours = InterruptionRuleTests.ours
      if odds(6) {
        harness.facts.server = harness.facts.server == nil ? InterruptionRuleTests.server : nil
        harness.publish()
      } else {
        let sink: UInt32? = odds(3) ? nil : odds(3) ? .max : 1
        let isCorked = odds(3)
        harness.ourStream {
          $0 = ours
          $0.sink = sink
          $0.isCorked = isCorked
        }
      }
    }
  }

  /// The machine sleeps; it may not come to that, and a lid may be opened at once.
  private mutating func closeLid() {
    if !odds(5) { harness.send(odds(9) ? .shutdownAnnounced : .sleepAnnounced) }
    if odds(3) { harness.advance(milliseconds(0..<700)) }
    if odds(3) { toggleJack("Headphone Jack") }
    if !odds(5) { harness.send(.wokeUp) }
  }

  /// A program pauses, one that does so when headphones go or any other.
  private mutating func sendPause() {
    harness.send(.pauseRequested(byProcess: odds(4) ? "playerctl" : "wireplumber"))
  }

  private mutating func command() {
    let commands: [Command] = [
      .play, .pause, .togglePlayPause, .togglePlayPause, .play, .stop, .nextTrack, .previousTrack,
      .playEntry(QueueEntryID(UInt32.random(in: 1...5, using: &random))),
      .skip(milliseconds(-7_000..<7_000)), .changePlaybackPosition(milliseconds(0..<12_000)),
      .setLevel(Level(percent: Int.random(in: 0...100, using: &random))),
      .changeLevel(odds(2) ? 5 : -5), .setMute(odds(2)), .toggleMute,
      .changeRepeatMode(RepeatMode.allCases.randomElement(using: &random)!), .changeShuffleMode(odds(2)),
      .insert(QueueCommandTests.items(Int.random(in: 1...9, using: &random)), at: place()),
      .playItems(QueueCommandTests.items(Int.random(in: 1...9, using: &random))), .removeEntries(entries()),
      .changeCategory(odds(2) ? .playback : .ambient), .changePrivateListening(odds(3)),
      .moveEntries(entries(), to: Int.random(in: -1...6, using: &random)), odds(8) ? .clearQueue : .play,
    ]
    harness.command(
      commands.randomElement(using: &random)!, from: CommandSource.allCases.randomElement(using: &random)!)
  }
}
