import PlayerCore
import Testing

/// The small parts, each as a table.
@Suite struct UnitTableTests {
  static let names: [(String, JackKind)] = [
    ("Headphone Jack", .headphones), ("Headphones Jack", .headphones), ("Front Headphone Jack", .headphones),
    ("Headphone - Output Jack", .headphones), ("headphone jack", .headphones), ("Headset Jack", .headset),
    ("Headset Mic Jack", .headsetMic), ("Headphone Mic Jack", .headphoneMic), ("Line Out Jack", .lineOut),
    ("Line Out Front Jack", .lineOut), ("HDMI/DP,pcm=3 Jack", .hdmi), ("Mic Jack", .other), ("Line Jack", .other),
    ("Speaker Jack", .other), ("", .other),
  ]

  @Test(arguments: [
    ("", 0xCBF2_9CE4_8422_2325 as UInt64), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
  ])
  func `FNV-1a gives the values of its draft`(text: String, value: UInt64) {
    var hash = FNV1a()
    hash.add(text.utf8)
    #expect(hash.value == value)
  }

  @Test func `FNV-1a of a word is that of its bytes, the lowest first`() {
    var (word, bytes) = (FNV1a(), FNV1a())
    word.add(0x0807_0605_0403_0201 as UInt64)
    bytes.add(1...8)
    #expect(word == bytes)
  }

  @Test(arguments: names) func `a jack's kind is read from its name by pattern`(name: String, kind: JackKind) {
    #expect(JackKind(controlName: name) == kind)
  }

  @Test(arguments: [(0, "0:00"), (59, "0:59"), (60, "1:00"), (3_599, "59:59"), (3_600, "1:00:00"), (-1, "0:00")])
  func `times are minutes and seconds, with hours from one on`(seconds: Int, expected: String) {
    #expect(Duration.seconds(seconds).clockText == expected)
  }

  @Test(arguments: [
    ("Line Jack", true), ("Line - Output Jack", true), ("Front Panel Jack", true), ("Headphone Jack", false),
    ("HDMI/DP,pcm=3 Jack", false), ("Front Mic Jack", false), ("Speaker Jack", false), ("Phantom Jack", false),
  ])
  func `what a jack is about is asked elsewhere only where its name leaves that open`(name: String, isUntold: Bool) {
    #expect(JackKind.isUntold(controlName: name) == isUntold)
  }

  @Test(arguments: [
    ("Headphones", true, JackKind.headphones), ("Headphone2", true, .headphones), ("Headset", true, .headset),
    ("Headset", false, .headsetMic), ("Line1", true, .lineOut), ("Line", false, .other), ("HDMI3", true, .hdmi),
    ("Mic", false, .other), ("Speaker", true, .other), ("", true, .other),
  ])
  func `a use case's device says what its jack is about`(name: String, plays: Bool, kind: JackKind) {
    #expect(JackKind(useCaseDevice: name, plays: plays) == kind)
  }

  @Test func `phantoms are jacks that sense nothing`() {
    #expect(JackKind.isPhantom(controlName: "Headphone Phantom Jack"))
    #expect(!JackKind.isPhantom(controlName: "Headphone Jack"))
    #expect(
      JackKind.isJack(controlName: "Headphone Jack") && !JackKind.isJack(controlName: "Headphone Playback Switch"))
    #expect(JackFacts(name: "Headphone Phantom Jack", plugged: true).plugged == nil)
  }

  struct Resolution: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var jacks: [(String, Bool?)] = []
    var bus = CardBus.builtIn
    var captures = false
    var speakerStaysOn = false
    var output: OutputFacts = .card(CardIndex(0))
    var bluetooth: [BluetoothFacts] = []
    var port: Port
    var privacy: Privacy
  }

  static let resolutions = [
    Resolution(
      testDescription: "speaker", jacks: [("Headphone Jack", false)], port: .builtInSpeaker, privacy: .everybody),
    Resolution(
      testDescription: "headphones", jacks: [("Headphone Jack", true)], port: .headphones, privacy: .wearerOnly),
    Resolution(
      testDescription: "headset by its microphone", jacks: [("Headphone Jack", true), ("Headset Mic Jack", true)],
      port: .headset, privacy: .wearerOnly),
    Resolution(testDescription: "combo", jacks: [("Headphone Mic Jack", true)], port: .headphones, privacy: .unknown),
    Resolution(
      testDescription: "the speaker stays on", jacks: [("Headphone Jack", true)], speakerStaysOn: true,
      port: .headphones,
      privacy: .everybody),
    Resolution(
      testDescription: "headphones beside line out", jacks: [("Line Out Jack", true), ("Headphone Jack", true)],
      port: .headphones, privacy: .wearerOnly),
    Resolution(testDescription: "line out", jacks: [("Line Out Jack", true)], port: .lineOut, privacy: .everybody),
    Resolution(testDescription: "display", jacks: [("HDMI/DP,pcm=3 Jack", true)], port: .hdmi, privacy: .everybody),
    Resolution(testDescription: "no display", jacks: [("HDMI/DP,pcm=3 Jack", false)], port: .none, privacy: .unknown),
    Resolution(testDescription: "USB headset", bus: .usb, captures: true, port: .usbHeadset, privacy: .wearerOnly),
    Resolution(testDescription: "USB audio", bus: .usb, port: .usbAudio, privacy: .unknown),
    Resolution(testDescription: "virtual", bus: .virtual, port: .virtual, privacy: .unknown),
    Resolution(
      testDescription: "unnamed, headphones", jacks: [("Headphone Jack", true)], output: .unnamed, port: .headphones,
      privacy: .wearerOnly),
    Resolution(testDescription: "unnamed", output: .unnamed, port: .builtInSpeaker, privacy: .everybody),
    Resolution(
      testDescription: "Bluetooth", output: .bluetooth(address: LossRuleTests.buds.address),
      bluetooth: [LossRuleTests.buds], port: .bluetoothA2DP, privacy: .wearerOnly),
    Resolution(testDescription: "Bluetooth gone", output: .bluetooth(address: "?"), port: .none, privacy: .unknown),
    Resolution(testDescription: "no such card", output: .card(CardIndex(7)), port: .none, privacy: .unknown),
    Resolution(testDescription: "nothing", output: .none, port: .none, privacy: .unknown),
  ]

  @Test(arguments: resolutions) func `facts add up to a route`(row: Resolution) {
    let card = CardFacts(
      index: CardIndex(0), stableID: "A", name: "A", bus: row.bus,
      jacks: row.jacks.map { JackFacts(name: $0.0, plugged: $0.1) }, hasCapture: row.captures,
      speakerStaysOn: row.speakerStaysOn)
    let facts = Facts(cards: [card], bluetooth: row.bluetooth)
    let route = Route.resolve(facts, device: row.output)
    #expect(route.port == row.port)
    #expect(route.privacy == row.privacy)
    #expect(row.port == .none || Route.available(in: facts, device: row.output).contains(route.id))
  }

  @Test func `R21: a route never heard before starts at a safe level`() {
    let book = VolumeBook()
    let settings = SessionSettings()
    for (privacy, percent) in [(Privacy.wearerOnly, 60), (.everybody, 70), (.unknown, 70)] {
      let route = Route(port: .virtual, id: RouteID("x"), name: "", privacy: privacy)
      #expect(book.level(of: route, under: settings) == Level(percent: percent))
    }
  }

  @Test func `R21, R34: headphones of several cards are no louder than any of them may be`() {
    func card(_ index: Int, _ id: String) -> CardFacts {
      CardFacts(
        index: CardIndex(index), stableID: id, name: id, jacks: [JackFacts(name: "Headphone Jack", plugged: true)])
    }
    let route = Route.resolve(Facts(cards: [card(0, "PCH"), card(1, "Dock")]), device: .unnamed)
    let book = VolumeBook(levels: [route.id: .full])
    var settings = SessionSettings()
    settings.maximums[RouteID("headphones:Dock")] = Level(percent: 40)
    #expect(book.level(of: route, under: settings) == Level(percent: 40))
    settings.maximum = Level(percent: 30)
    #expect(book.level(of: route, under: settings) == Level(percent: 30), "the other has no limit of its own")
    settings.maximums[route.id] = Level(percent: 50)
    #expect(book.level(of: route, under: settings) == Level(percent: 50))
  }

  @Test(arguments: [Int32(8_000), 44_100, 48_000, 96_000, 192_000])
  func `a duration holds its frames within one, and a whole second exactly`(hertz: Int32) {
    let rate = SampleRate(hertz)
    for frames in [0, 1, 7, Int64(hertz) - 1, Int64(hertz), 12_345_678] {
      let back = rate.frames(in: rate.duration(of: FrameCount(frames)))
      #expect(back.value == frames || back.value == frames - 1, "repeat, never skip")
    }
    #expect(rate.frames(in: .seconds(3_600)) == FrameCount(Int64(hertz) * 3_600))
    #expect(rate.frames(in: .milliseconds(-1_000)) == FrameCount(-Int64(hertz)))
  }

  @Test func `a playhead runs only while it advances, and never before its anchor`() {
    let anchor = MonotonicTime(nanoseconds: 1_000)
    var playhead = Playhead(frame: FrameCount(100), at: anchor, rate: SampleRate(48_000), advances: true)
    #expect(playhead.frame(at: anchor + .seconds(1)) == FrameCount(48_100))
    #expect(playhead.frame(at: anchor + .seconds(-1)) == FrameCount(100))
    playhead.advances = false
    #expect(playhead.frame(at: anchor + .seconds(1)) == FrameCount(100))
  }

  struct Walk: Sendable {
    var repeats: RepeatMode
    var problems: Set<UInt32> = []
    var from: UInt32
    var following: UInt32?
    var next: UInt32?
    var previous: UInt32?
  }

  @Test(arguments: [
    Walk(repeats: .off, from: 1, following: 2, next: 2, previous: nil),
    Walk(repeats: .off, from: 3, following: nil, next: nil, previous: 2),
    Walk(repeats: .all, from: 3, following: 1, next: 1, previous: 2),
    Walk(repeats: .one, from: 2, following: 2, next: 3, previous: 1),
    Walk(repeats: .one, problems: [2], from: 2, following: 3, next: 3, previous: 1),
    Walk(repeats: .off, problems: [2], from: 1, following: 3, next: 3, previous: nil),
    Walk(repeats: .all, problems: [1, 2], from: 3, following: 3, next: 3, previous: 3),
    Walk(repeats: .all, problems: [1, 2, 3], from: 3, following: nil, next: nil, previous: nil),
  ]) func `the queue walks past problems and repeats as told`(row: Walk) {
    var queue = PlayQueue()
    queue.append(["a", "b", "c"].map { QueueItem(path: FilePath($0)) })
    queue.repeatMode = row.repeats
    for number in row.problems { queue.update(QueueEntryID(number)) { $0.problem = "damaged" } }
    let id = QueueEntryID(row.from)
    #expect(queue.following(id)?.id.number == row.following)
    #expect(queue.next(after: id)?.id.number == row.next)
    #expect(queue.previous(before: id)?.id.number == row.previous)
  }

  @Test(arguments: 0..<20) func `shuffle begins with the current track and plays each once`(seed: UInt64) {
    var queue = PlayQueue(seed: seed)
    queue.append((1...9).map { QueueItem(path: FilePath("\($0)")) })
    queue.setShuffle(true, current: QueueEntryID(4))
    var played = [QueueEntryID(4)]
    while let next = queue.next(after: played.last!) { played.append(next.id) }
    #expect(Set(played).count == 9 && played.count == 9)
    queue.setShuffle(false, current: nil)
    #expect(queue.next(after: QueueEntryID(4))?.id == QueueEntryID(5))
  }
}
