import AudioDevices
import InputDevices
import MessageBus
import PlayerCore
import TerminalUI
import Testing

@testable import cans

/// A machine on which all is well, and what is told when one thing of it breaks.
struct DoctorFactsTests {
  private static let card = CardFacts(
    index: CardIndex(0), stableID: "PCH", name: "HDA Intel",
    jacks: [
      JackFacts(name: "Headphone Jack", plugged: true), JackFacts(name: "Mic Jack", plugged: false),
      JackFacts(name: "Speaker Phantom Jack", plugged: nil),
    ], hasCapture: true)
  private static let sink = SinkFacts(
    index: 3, name: "alsa_output", title: "Built-in Audio", device: .card(CardIndex(0)),
    activePort: "analog-output-headphones")
  private static let server = ServerFacts(
    name: "pulseaudio", defaultSink: "alsa_output", sinks: [sink],
    streams: [StreamFacts(index: 7, isOurs: true, sink: 3)])

  private static var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.status = .playing
    snapshot.route = Route(
      port: .headphones, id: RouteID("headphones:PCH"), name: "Headphones – HDA Intel", privacy: .wearerOnly)
    snapshot.output = OutputDescription(
      deviceName: "default", card: nil, rate: SampleRate(48_000), channels: 2, sampleFormat: "S16_LE",
      isSimulated: false)
    return snapshot
  }

  private static var healthy: DoctorFacts {
    var facts = DoctorFacts()
    facts.nodes = ["controlC0", "pcmC0D0p"].map { SoundNode(name: $0, isAllowed: true) }
    facts.cards = .known([card])
    facts.output = .known(.unnamed)
    facts.player = .running(process: 42, snapshot)
    facts.server = .known(server)
    facts.userBus.names = .success([
      "org.freedesktop.DBus", "org.mpris.MediaPlayer2.cans", "org.mpris.MediaPlayer2.vlc",
    ])
    facts.systemBus.names = .success(["org.bluez", "org.freedesktop.login1"])
    facts.buttons = .known([ListedButtons(name: "HDA Intel Headset", kind: .cable, state: .heard)])
    facts.realTime = .known(.granted(priority: 10))
    facts.libraries = .known(Dictionary(uniqueKeysWithValues: OptionalLibrary.allCases.map { ($0, true) }))
    facts.terminal = TerminalSurvey(
      type: "xterm-256color", colours: 256, locale: "C.UTF-8", size: TerminalSurvey.Size(columns: 80, rows: 24),
      pictures: .kitty)
    facts.settings = DoctorFacts.File(path: "/home/u/settings.toml", isThere: true, problems: [])
    facts.levels = DoctorFacts.File(path: "/home/u/volume.toml", isThere: true, problems: [])
    facts.stateFolder.path = "/home/u/state"
    facts.cacheFolder.path = "/home/u/cache"
    facts.runtimeFolder.path = "/run/user/1/cans"
    return facts
  }

  /// What a change of the facts adds to the lines of the healthy machine.
  private func lines(_ change: (inout DoctorFacts) -> Void) -> [DoctorLine] {
    let before = Self.healthy.lines
    var facts = Self.healthy
    change(&facts)
    return facts.lines.filter { !before.contains($0) }
  }

  /// One line is another one, and says so; all others stay.
  private func expect(
    _ id: String, _ verdict: DoctorLine.Verdict, _ part: String, about subject: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, when change: (inout DoctorFacts) -> Void
  ) {
    let changed = lines(change)
    #expect(changed.count == 1, "\(changed)", sourceLocation: sourceLocation)
    let line = changed.first
    #expect(
      line?.id == id && line?.subject == subject && line?.verdict == verdict, "\(changed)",
      sourceLocation: sourceLocation)
    #expect(line?.text.contains(part) == true, "\(changed)", sourceLocation: sourceLocation)
    #expect((line?.advice != nil) == (verdict == .wrong), sourceLocation: sourceLocation)
  }

  @Test func `where all is well every line is green, and each has an id of its own`() {
    let lines = Self.healthy.lines
    #expect(lines.allSatisfy { $0.verdict == .ok && $0.advice == nil }, "\(lines.filter { $0.verdict != .ok })")
    #expect(Set(lines.map { "\($0.id) \($0.subject ?? "")" }).count == lines.count)
    let order = DoctorLine.Section.allCases
    #expect(lines.map { order.firstIndex(of: $0.section)! } == lines.map { order.firstIndex(of: $0.section)! }.sorted())
    // Programs know them: no id may change.
    #expect(
      lines.map(\.id) == [
        "cards", "jacks", "microphones", "output", "player", "server", "stream", "user-bus", "system-bus", "bluetooth",
        "sleep",
        "players", "sound-devices", "buttons", "realtime",
      ] + OptionalLibrary.allCases.map { _ in "library" } + [
        "terminal", "colours", "characters", "size", "pictures", "settings", "levels", "state-folder", "cache-folder",
        "runtime-folder",
      ])
  }

  // MARK: Sound

  @Test func `cards that do not answer, cannot be opened, or are not there`() {
    let silent = lines { $0.cards = .missing }
    #expect(silent.map(\.id) == ["cards"] && silent[0].verdict == .wrong)
    expect("cards", .wrong, "card 1 cannot be opened", about: "1") {
      $0.nodes.append(SoundNode(name: "controlC1", isAllowed: true))
    }
    let none = lines {
      ($0.cards, $0.nodes, $0.output) = (.known([]), [], .known(.none))
    }
    #expect(none.first?.id == "cards" && none.first?.verdict == .wrong)
    #expect(none.contains { $0.id == "output" && $0.verdict == .note })
    let served = lines { ($0.cards, $0.nodes) = (.known([]), []) }
    #expect(served.first?.id == "cards" && served.first?.verdict == .note, "a server plays elsewhere")
  }

  @Test func `microphones, plugged or not, or none`() {
    let line = Self.healthy.lines.first { $0.id == "microphones" }
    #expect(line?.text == "microphones: Mic – HDA Intel (not plugged)")
    expect("microphones", .note, "no microphone here") {
      var card = Self.card
      card.hasCapture = false
      $0.cards = .known([card])
    }
  }

  @Test func `jacks with and without plug sensing`() {
    let line = Self.healthy.lines.first { $0.id == "jacks" }
    #expect(line?.text == "HDA Intel: plugs are noticed at Headphone Jack (plugged)")
    expect("jacks", .note, "no plug sensing at Headphone Phantom Jack", about: "PCH") {
      var card = Self.card
      card.jacks[0] = JackFacts(name: "Headphone Phantom Jack", plugged: nil)
      $0.cards = .known([card])
    }
    expect("jacks", .ok, "Line Out Jack (empty); no plug sensing at HDMI/DP,pcm=3 Phantom Jack", about: "PCH") {
      var card = Self.card
      card.jacks += [
        JackFacts(name: "Line Out Jack", plugged: false), JackFacts(name: "HDMI/DP,pcm=3 Phantom Jack", plugged: nil),
      ]
      $0.cards = .known([card])
    }
    expect("jacks", .note, "no jacks", about: "PCH") {
      var card = Self.card
      card.jacks.removeAll { $0.kind != .other }
      $0.cards = .known([card])
    }
    let usb = lines {
      let card = CardFacts(index: CardIndex(1), stableID: "usb-1", name: "Headset", bus: .usb)
      $0.cards = .known([Self.card, card])
    }
    #expect(usb.contains { $0.id == "jacks" && $0.subject == "usb-1" && $0.verdict == .ok })
    expect("speaker", .wrong, "not private", about: "PCH") {
      var card = Self.card
      card.speakerStaysOn = true
      $0.cards = .known([card])
    }
  }

  @Test func `the device that is played on`() {
    expect("output", .wrong, "default does not answer") { $0.output = .missing }
    expect("output", .wrong, "hw:9 is no device") {
      $0.device = "hw:9"
      $0.output = .known(.none)
    }
    expect("output", .ok, "default goes to HDA Intel") { $0.output = .known(.card(CardIndex(0))) }
    expect("output", .ok, "Bluetooth 00:11") { $0.output = .known(.bluetooth(address: "00:11")) }
    let forbidden = lines { $0.nodes = $0.nodes.map { SoundNode(name: $0.name, isAllowed: false) } }
    #expect(forbidden.map(\.id) == ["output", "sound-devices"])
    #expect(forbidden.map(\.verdict) == [.note, .wrong])
  }

  // MARK: Player and server

  @Test func `the player that runs`() {
    let line = Self.healthy.lines.first { $0.id == "player" }
    #expect(line?.text == "a player runs (process 42): playing, on Headphones – HDA Intel, 48000 Hz S16_LE to default")
    #expect(lines { $0.player = .none }.map(\.verdict) == [.note])
    #expect(lines { $0.player = .silent }.map { [$0.id, $0.verdict.rawValue] } == [["player", "wrong"]])
    expect("player", .wrong, "is open to other users") { $0.player = .unreachable("/run/cans is open to other users") }
    expect("player", .note, "simulated") {
      var snapshot = Self.snapshot
      snapshot.simulation = .requested
      $0.player = .running(process: 42, snapshot)
    }
  }

  @Test func `the sound server`() {
    #expect(lines { $0.server = .missing }.map { [$0.id, $0.verdict.rawValue] } == [["server", "wrong"]])
    #expect(
      lines { $0.server = .known(nil) }.map { [$0.id, $0.verdict.rawValue] } == [
        ["output", "note"], ["server", "note"],
      ])
    let dummy = lines {
      $0.server = .known(
        ServerFacts(
          name: "pulseaudio", defaultSink: "auto_null",
          sinks: [SinkFacts(index: 0, name: "auto_null", device: .virtual)],
          streams: [StreamFacts(index: 7, isOurs: true, sink: 0)]))
    }
    #expect(dummy.first?.id == "server" && dummy.first?.verdict == .wrong)
    expect("server", .ok, "pulseaudio plays to Second") {
      var server = Self.server
      server.sinks.append(SinkFacts(index: 4, name: "second", title: "Second", device: .network))
      server.defaultSink = "second"
      $0.server = .known(server)
    }
  }

  @Test func `the player's stream at the server`() {
    expect("stream", .note, "goes nowhere yet") {
      var server = Self.server
      server.streams[0].sink = nil
      $0.server = .known(server)
    }
    expect("stream", .ok, "corked") {
      var server = Self.server
      server.streams[0].isCorked = true
      $0.server = .known(server)
    }
    func none(_ change: (inout Snapshot) -> Void) -> DoctorLine? {
      lines {
        var (server, snapshot) = (Self.server, Self.snapshot)
        server.streams[0].isOurs = false
        change(&snapshot)
        $0.server = .known(server)
        $0.player = .running(process: 42, snapshot)
      }.first { $0.id == "stream" }
    }
    #expect(none { _ in }?.text.hasSuffix("not yet") == true)
    #expect(none { $0.status = .paused }?.text.hasSuffix("it does not play") == true)
    #expect(none { $0.output?.isDirect = true }?.text.hasSuffix("it plays past the server") == true)
    #expect(none { _ in }?.verdict == .note)
  }

  // MARK: Buses

  @Test func `a message bus`() {
    expectBus("user-bus", \.userBus)
    expectBus("system-bus", \.systemBus)
  }

  private func expectBus(_ id: String, _ bus: WritableKeyPath<DoctorFacts, DoctorFacts.Bus>) {
    func line(_ error: BusError, variable: String? = nil) -> DoctorLine? {
      lines {
        $0[keyPath: bus].names = .failure(error)
        $0[keyPath: bus].variable = variable
      }.first { $0.id == id }
    }
    #expect(line(.noBus)?.verdict == .note)
    #expect(line(.noLibrary)?.verdict == .note)
    let misplaced = line(.noBus, variable: "THE_ADDRESS")
    #expect(misplaced?.verdict == .wrong && misplaced?.text.contains("not where THE_ADDRESS says") == true)
    #expect(line(.noAnswer)?.verdict == .wrong && line(.noAnswer)?.text.contains("does not answer") == true)
    #expect(line(.refused("x"))?.verdict == .wrong)
  }

  @Test func `who is on the buses`() {
    expect("bluetooth", .note, "no Bluetooth here") { $0.systemBus.names = .success(["org.freedesktop.login1"]) }
    expect("sleep", .note, "nobody tells of sleep") { $0.systemBus.names = .success(["org.bluez"]) }
    #expect(Self.healthy.lines.first { $0.id == "players" }?.text == "other players: vlc")
    expect("players", .note, "no other player") { $0.userBus.names = .success(["org.mpris.MediaPlayer2.cans"]) }
  }

  // MARK: Permissions

  @Test func `the sound devices' nodes`() {
    let one: (inout DoctorFacts) -> Void = { $0.nodes[1].isAllowed = false }
    expect("sound-devices", .wrong, "may not be used: /dev/snd/pcmC0D0p", when: one)
    for (membership, advice) in [
      (DoctorFacts.Membership.none, "usermod -aG audio"), (.afterLogin, "log in again"), (.member, "chgrp audio"),
    ] {
      let line = lines {
        one(&$0)
        $0.audioGroup = membership
      }
      #expect(line.first?.advice?.contains(advice) == true, "\(line)")
    }
    expect("sound-devices", .note, "no devices in /dev/snd") { $0.nodes = [] }
  }

  @Test func `buttons and media keys`() {
    expect("buttons", .wrong, "do not answer") { $0.buttons = .missing }
    expect("buttons", .note, "no buttons") { $0.buttons = .known([]) }
    expect("buttons", .note, "no buttons") {
      $0.buttons = .known([ListedButtons(name: "Keyboard", kind: .keyboard, state: .notWanted)])
    }
    expect("buttons", .wrong, "may not be read of Buds (AVRCP)") {
      $0.buttons = .known([
        ListedButtons(name: "Buds (AVRCP)", kind: .avrcp, state: .noPermission),
        ListedButtons(name: "HDA Intel Headset", kind: .cable, state: .heard),
      ])
    }
  }

  @Test func `real-time priority`() {
    expect("realtime", .ok, "SCHED_FIFO 10") { $0.realTime = .known(.allowed(priority: 10)) }
    expect("realtime", .wrong, "rtkit is not running") {
      $0.realTime = .known(.refused("RLIMIT_RTPRIO is 0 and rtkit is not running"))
    }
    expect("realtime", .wrong, "does not answer") { $0.realTime = .missing }
    // What the player itself was given counts more than what this program would be.
    let refused = lines {
      var snapshot = Self.snapshot
      snapshot.realTime = .refused("no")
      $0.player = .running(process: 42, snapshot)
    }
    #expect(refused.map(\.id) == ["realtime"])
  }

  // MARK: Libraries

  @Test(arguments: OptionalLibrary.allCases)
  func `a library that is missing`(library: OptionalLibrary) {
    let missing = lines {
      var libraries = $0.libraries.value ?? [:]
      libraries[library] = false
      $0.libraries = .known(libraries)
    }
    let line = missing.first { $0.id == "library" }
    #expect(line?.subject == library.rawValue && line?.verdict == .wrong)
    #expect(line?.text == "\(library.rawValue) is missing: \(library.loss)")
    #expect(line?.advice == "sudo apt install \(library.package)")
    // Who cannot be asked is not said to be missing.
    #expect(missing.count == (library == .pulse ? 2 : 1))
    if library == .pulse { #expect(missing.first?.id == "server" && missing.first?.verdict == .note) }
  }

  @Test func `libraries that take too long`() {
    let line = lines { $0.libraries = .missing }
    #expect(line.map(\.id) == ["library"] && line[0].verdict == .wrong)
  }

  // MARK: Terminal

  @Test func `the terminal`() {
    expect("terminal", .wrong, "which terminfo does not know") { $0.terminal.problem = .unknownTerminal("nonsense") }
    let piped = lines {
      $0.terminal.problem = .noTerminalType
      $0.terminal.size = nil
    }
    #expect(piped.map(\.id) == ["terminal", "size"] && piped.allSatisfy { $0.verdict == .note })
    expect("colours", .note, "NO_COLOR") { $0.terminal.wantsNoColour = true }
    expect("colours", .note, "terminfo knows of none") { $0.terminal.colours = 2 }
    expect("characters", .wrong, "no Unicode (C)") {
      $0.terminal.isUTF8 = false
      $0.terminal.locale = "C"
    }
    expect("size", .wrong, "39 columns") { $0.terminal.size = TerminalSurvey.Size(columns: 39, rows: 24) }
    expect("size", .wrong, "7 rows") { $0.terminal.size = TerminalSurvey.Size(columns: 80, rows: 7) }
    expect("pictures", .note, "not known") { $0.terminal.pictures = nil }
    expect("pictures", .ok, "sixel") { $0.terminal.pictures = .sixel }
  }

  // MARK: Files

  @Test func `the player's own files`() {
    let mistakes = lines { $0.settings.problems = ["settings.toml:3: no", "settings.toml:9: nor this"] }
    #expect(mistakes.map(\.text) == ["settings.toml:3: no", "settings.toml:9: nor this"])
    #expect(mistakes.allSatisfy { $0.id == "settings" && $0.verdict == .wrong })
    expect("settings", .note, "all defaults") { $0.settings.isThere = false }
    expect("levels", .wrong, "volume.toml:1") { $0.levels.problems = ["volume.toml:1: no"] }
    expect("levels", .note, "no levels are kept yet") { $0.levels.isThere = false }
  }

  @Test func `folders that cannot be written to`() {
    let folders: [(String, WritableKeyPath<DoctorFacts, DoctorFacts.Folder>)] = [
      ("state-folder", \.stateFolder), ("cache-folder", \.cacheFolder), ("runtime-folder", \.runtimeFolder),
    ]
    for (id, folder) in folders {
      expect(id, .wrong, "Read-only file system") { $0[keyPath: folder].state = .unusable("Read-only file system") }
      #expect(lines { $0[keyPath: folder].state = .canBeMade }.allSatisfy { $0.verdict == .ok })
    }
  }

  @Test func `no folder for the player's socket`() {
    expect("runtime-folder", .note, "XDG_RUNTIME_DIR is not set") { $0.hasRuntimeVariable = false }
  }
}
