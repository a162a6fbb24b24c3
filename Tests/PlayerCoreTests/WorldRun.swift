import PlayerCore

/// One run: all that is random follows from the seed.
struct WorldRun {
  private(set) var harness: CoreHarness
  let watch = WorldWatch()
  private var world: SoundWorld
  private var random: SplitMix64
  /// When which party will take a look.
  private var due: [(time: MonotonicTime, party: SoundWorld.Party)] = []
  /// The server stands still until then.
  private var thawsAt: MonotonicTime?
  private var happened: [String] = []

  /// What happened, and what the core was told.
  var story: String { happened.joined(separator: "\n") }

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 7)
    var settings = SessionSettings()
    settings.onUnplug = [.pause, .pause, .stop].randomElement(using: &random)!
    if Int.random(in: 0..<3, using: &random) == 0 { settings.speakerLevel = nil }
    if Int.random(in: 0..<3, using: &random) == 0 { settings.maximum = Level(percent: 65) }
    world = SoundWorld(
      isPlugged: Bool.random(using: &random), takesNewCards: Bool.random(using: &random),
      hasSwitch: Bool.random(using: &random))
    harness = CoreHarness(settings: settings)
    harness.device = .unnamed
    harness.engine.device.card = nil
    harness.facts = world.facts
    self.random = random
  }

  mutating func go(events: Int) {
    let watch = watch
    harness.check = { harness, event, before, effects in
      watch.look(at: harness, after: event, before: before, effects: effects)
    }
    move()
    harness.launch(tracks: 9, plays: !odds(4), quietTimeOver: false)
    harness.command(.changeRepeatMode(.all))
    later(.read, 30..<400)
    rest()
    let launched = harness.steps.count
    while harness.steps.count < launched + events, watch.violations.isEmpty {
      if odds(2) {
        if let deed = Deed.allCases.randomElement(using: &random) { alone(deed) }
      } else {
        for _ in 0..<Int.random(in: 1...8, using: &random) { together() }
      }
      rest()
    }
  }

  /// What can be done to a machine.
  private enum Deed: CaseIterable { case plug, usb, bluetooth, choosePort, chooseExit, kill }

  private mutating func odds(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

  private mutating func milliseconds(_ range: Range<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &random))
  }

  private mutating func later(_ party: SoundWorld.Party, _ range: Range<Int>) {
    due.append((harness.now + milliseconds(range), party))
  }

  private mutating func note(_ text: String) { happened.append("\(harness.milliseconds) ms: \(text)") }

  /// One thing happens, and nothing else for long: it is reported once if it is about the sound, and not if it is not.
  private mutating func alone(_ deed: Deed) {
    let (before, reported, wish) = (world.route, harness.announced.count, harness.state.wish)
    let awaits = harness.state.snapshot.resumesUntil != nil
    perform(deed)
    rest()
    let after = world.route
    let changes = Array(harness.announced[reported...])
    watch.expect(
      changes.map(\.current.id) == (before.id == after.id ? [] : [after.id]),
      "\(deed) from \(before.id.text) to \(after.id.text) reported as \(changes.map(\.current.id.text))")
    let goesOn = harness.state.wish == wish || (awaits && harness.state.wish.goal == .play)
    guard let change = changes.first else { return watch.expect(goesOn, "R7: \(deed) changed playback") }
    let isLoss =
      !world.has(before.id) || (deed == .kill && before.privacy == .wearerOnly && after.privacy == .everybody)
    let isNew = [.plug, .usb, .bluetooth].contains(deed)
    watch.expect(
      change.reason == (isLoss ? .oldDeviceUnavailable : (isNew ? .newDeviceAvailable : .override)),
      "\(deed) from \(before.id.text) to \(after.id.text) reported as \(change.reason)")
    if isLoss, wish.goal == .play {
      let goal: Wish.Goal = harness.state.settings.onUnplug == .stop ? .stop : .pause
      watch.expect(harness.state.wish == Wish(goal, because: .routeLost), "R1: \(deed) left \(harness.state.wish)")
    } else {
      watch.expect(goesOn, "R2, R6, R8: \(deed) changed playback")
    }
  }

  /// Something happens while something else may still be going on.
  private mutating func together() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: Deed.allCases.randomElement(using: &random).map { perform($0) }
    case 2: perform(.plug)
    case 3:
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        perform(.plug)
        run(milliseconds(0..<200))
      }
    case 4:
      note("the server stands still")
      thawsAt = harness.now + milliseconds(500..<10_000)
    case 5, 6, 7: command()
    default: run(odds(2) ? milliseconds(0..<60) : odds(4) ? milliseconds(0..<40_000) : milliseconds(0..<1_500))
    }
  }

  private mutating func perform(_ deed: Deed) {
    let serverIsUp = world.server.isRunning && thawsAt == nil
    switch deed {
    case .plug:
      world.isPlugged.toggle()
      note("plug \(world.isPlugged)")
      later(.jack, 0..<9)
      later(.plugSwitch, 0..<9)
      if odds(2) {
        later(.serverKnowsPlug, 30..<60)
        later(.serverSwitchesPort, 70..<160)
      } else {
        later(.serverSwitchesPort, 4..<25)
      }
    case .usb:
      world.hasUSB.toggle()
      note("USB \(world.hasUSB)")
      later(.cards, world.hasUSB ? 400..<500 : 0..<6)
      later(.serverExits, world.hasUSB ? 1_100..<1_700 : 118..<380)
    case .bluetooth:
      world.hasBluetooth.toggle()
      note("Bluetooth \(world.hasBluetooth)")
      later(.blueZ, 60..<80)
      later(.serverExits, world.hasBluetooth ? 200..<400 : 90..<380)
    case .choosePort:
      guard serverIsUp, world.isPlugged, world.server.knowsPlug else { return }
      world.server.isPortHeadphones.toggle()
      note("headphones' port by hand: \(world.server.isPortHeadphones)")
      later(.read, 1..<200)
    case .chooseExit:
      guard serverIsUp, let exit = SoundWorld.Exit.allCases.randomElement(using: &random),
        world.server.numbers[exit] != nil
      else { return }
      let isStandard = world.server.standard == exit
      if harness.engine.isOpen, isStandard || odds(2) {
        // The stream alone, which nobody could know who does not see it there.
        note("our stream by hand: \(exit)")
        world.server.chosen = exit
        world.look(.read, hasStream: true)
        move()
        publish()
      } else if !isStandard {
        note("by hand: \(exit)")
        (world.server.standard, world.server.chosen) = (exit, exit)
        later(.read, 1..<200)
      }
    case .kill:
      guard world.server.isRunning else { return }
      note("the server dies")
      world.server.isRunning = false
      thawsAt = nil
      world.look(.read, hasStream: false)
      publish()
      later(.restart, 2_000..<5_000)
    }
    move()
  }

  /// The sound goes elsewhere; nobody has said so.
  private mutating func move() {
    harness.physicalRoute = world.route
    harness.engine.routeChanged(to: world.route, at: harness.now)
    watch.judgeSound(harness)
  }

  private mutating func publish() {
    guard world.facts != harness.facts else { return }
    watch.told = world.loss(since: harness.facts)
    harness.facts = world.facts
    note(world.facts.summary)
    harness.physicalRoute = world.route
    harness.publish()
    let state = harness.state
    note(
      "  \(state.routes.settled.id.text)\(state.routes.isUnsettled ? ", unsettled" : ""), wish \(state.wish.goal) "
        + "\(state.wish.cause), \(state.holds.map(\.rawValue)), in fact \(world.route.id.text)")
  }

  private mutating func look(_ party: SoundWorld.Party) {
    switch party {
    case .jack, .plugSwitch, .cards, .blueZ: world.look(party, hasStream: false)
    case .restart:
      world.restart(choosing: odds(4) ? SoundWorld.Exit.allCases.randomElement(using: &random)! : nil)
      note("the server is back")
      world.readHalf(Int.random(in: 0...1, using: &random))
      later(.read, 100..<2_500)
    case .read, .serverKnowsPlug, .serverSwitchesPort, .serverExits:
      guard world.server.isRunning else { return }
      if let thawsAt {
        due.append((thawsAt + milliseconds(0..<50), party))
        return
      }
      let isStarting = world.facts.server?.sinks.contains(LabMachine.stopgap) ?? true
      if party == .read, !isStarting, odds(3) {
        world.readHalf(Int.random(in: 0...2, using: &random))
        later(.read, 5..<100)
      } else {
        world.look(party, hasStream: harness.engine.isOpen)
        if party != .read { later(.read, 1..<200) }
      }
    }
    move()
    publish()
  }

  private mutating func run(_ duration: Duration) {
    let end = harness.now + duration
    var wasOpen = harness.engine.isOpen
    while true {
      let next = due.indices.min { due[$0].time < due[$1].time }.flatMap { due[$0].time <= end ? $0 : nil }
      let time = next.map { due[$0].time } ?? end
      if let thaw = thawsAt, thaw <= time { thawsAt = nil }
      harness.advance(to: max(time, harness.now))
      if harness.engine.isOpen != wasOpen {
        wasOpen = harness.engine.isOpen
        later(.read, 1..<200)
        continue
      }
      guard let next else { return }
      look(due.remove(at: next).party)
    }
  }

  /// All has been said, and is settled.
  private mutating func rest() {
    while !due.isEmpty || thawsAt != nil { run(.seconds(1)) }
    run(.seconds(7))
    watch.judgeRest(harness, in: world)
  }

  private mutating func command() {
    let commands: [Command] = [
      .play, .play, .pause, .togglePlayPause, .togglePlayPause, .stop, .nextTrack, .previousTrack,
      .skip(milliseconds(-7_000..<7_000)), .changePlaybackPosition(milliseconds(0..<12_000)),
      .setLevel(Level(percent: Int.random(in: 0...100, using: &random))), .changeLevel(odds(2) ? 5 : -5), .toggleMute,
    ]
    let command = commands.randomElement(using: &random)!
    note("\(command)".replacing("PlayerCore.", with: ""))
    harness.command(command)
  }
}
