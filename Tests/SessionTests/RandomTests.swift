import AudioDevices
import Glibc
import PlayerCore
import TestSupport
import Testing

/// Anything at any time, on devices with any fault, judged by the frames that were heard. A failure names its seed;
/// `CANS_SESSIONS` asks for more runs.
@MainActor
@Suite struct RandomTests {
  nonisolated private static let blocks = 10
  nonisolated private static let count = getenv("CANS_SESSIONS").flatMap { Int(String(cString: $0)) } ?? 1_000

  @Test(arguments: 0..<blocks)
  func `R1 to R36: whatever happens, nothing is heard where and as it must not be`(block: Int) {
    for seed in stride(from: block, to: Self.count, by: Self.blocks) {
      let run = RandomSession(seed: UInt64(seed))
      run.go(steps: 30)
      guard run.violations.isEmpty else {
        Issue.record("seed \(seed): \(run.violations.prefix(4))\n\(run.story.joined(separator: "\n"))")
        return
      }
    }
  }
}

/// One run: all that is random follows from the seed.
@MainActor
private final class RandomSession {
  private(set) var violations: [String] = []
  private(set) var story: [String] = []
  private let world: World
  private let hardware: SimulatedHardware
  private let settings: SessionSettings
  private var random: SplitMix64
  private let start: MonotonicTime

  /// Times in which sound in the room is a leak: a private route was lost while playing, and no command has started
  /// playback since (R1).
  private var secret: [(from: MonotonicTime, to: MonotonicTime?)] = []
  /// Limits of the gain for the physical route, and since when they hold.
  private var limits: [(since: MonotonicTime, gain: Float)] = []
  /// Times at which the place may have jumped: commands, failures of tracks.
  private var jumps: [MonotonicTime] = []
  /// Times in which the engine had no chance to do what was ordered.
  private var stuck: [ClosedRange<MonotonicTime>] = []
  private var hasFaults = false
  private var looks = 0
  /// The device stops with frames queued: what it claims to have run dry of was not heard.
  private var loses = false
  /// Since when something should be heard.
  private var shouldSoundSince: MonotonicTime?

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 7)
    var settings = SessionSettings()
    settings.onUnplug = [.pause, .pause, .pause, .continue, .stop].randomElement(using: &random)!
    settings.onPlug = Int.random(in: 0..<4, using: &random) == 0 ? .nothing : .resume
    if Int.random(in: 0..<3, using: &random) == 0 { settings.maximum = Level(percent: 50) }
    self.settings = settings
    let levels = ["headphones:Simulated", "speaker:Simulated", "usb:usb-simulated"].map {
      ($0, Int.random(in: 20...100, using: &random))
    }
    let plugs: [SimulatedChange] = [.headphones, .headset, .usbHeadset].filter { _ in Bool.random(using: &random) }
    var made: SimulatedHardware?
    let tracks = [900, 2500, 1, 1700, 6000].enumerated().map { CodedTrack($0.offset + 1, frames: $0.element) }
    var device = SimulatedDevice()
    device.queue = [nil, .milliseconds(200)].randomElement(using: &random)!
    device.rewindMargin = [0, 0, 8].randomElement(using: &random)!
    world = World(
      tracks, settings: settings, volume: VolumeBook(Dictionary(uniqueKeysWithValues: levels)), device: device,
      plays: Int.random(in: 0..<4, using: &random) != 0
    ) { clock in
      let hardware = SimulatedHardware(clock: clock, seed: seed)
      plugs.forEach(hardware.apply)
      _ = hardware.process()
      made = hardware
      return hardware
    }
    hardware = made!
    start = world.now
    var order = SplitMix64(seed: seed)
    world.choose = { $0.randomElement(using: &order)! }
    self.random = random
    noteLimit()
  }

  func go(steps: Int) {
    world.check = { [unowned self] event, before in look(event, before) }
    world.command(.changeRepeatMode(.all))
    for _ in 0..<steps where violations.isEmpty {
      step()
      // A device with faults may take its time; a good one never.
      if !hasFaults { judgeSounding() }
    }
    note("quiet")
    world.stuck = []
    world.device.device.faults = SimulatedFaults()
    world.run(.seconds(5))
    judgeRest()
    judgeFrames()
  }

  // MARK: What happens

  private func odds(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
  private func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &random))
  }

  private func note(_ text: String) {
    story.append("\((world.now - start).wholeNanoseconds / 1_000_000) ms: \(text)")
  }

  private func step() {
    switch Int.random(in: 0..<24, using: &random) {
    case 0...6: world.run(milliseconds(0...80))
    case 7...9: world.run(milliseconds(100...600))
    case 10: world.run(milliseconds(600...2500))
    case 11: world.run(turns: Int.random(in: 1...5, using: &random))
    case 12...14: apply([.headphones, .headphones, .headset].randomElement(using: &random)!)
    case 15: apply(.chatter)
    case 16: apply(.usbHeadset)
    case 17: apply(.bluetoothHeadset)
    case 18: trouble()
    default: command()
    }
  }

  private func apply(_ change: SimulatedChange) {
    note("\(change)")
    hardware.apply(change)
    if odds(2) { world.run(.zero) }
  }

  private func trouble() {
    hasFaults = true
    var faults = SimulatedFaults()
    switch Int.random(in: 0..<8, using: &random) {
    case 0: faults.openProblem = [.busy, .noDevice, .noPermission].randomElement(using: &random)!
    case 1: faults.isLostAfter = Int.random(in: 1...800, using: &random)
    case 2:
      faults.underrunsEvery = Int.random(in: 50...800, using: &random)
      loses = true
    case 3: faults.suspendsAfter = Int.random(in: 1...800, using: &random)
    case 4: faults.writesAtMost = Int.random(in: 1...50, using: &random)
    case 5:
      note("pulled out")
      world.device.pull()
      return
    case 6:
      world.stuck = [[.decoder, .output].randomElement(using: &random)!]
      note("stuck: \(world.stuck)")
      let from = world.now
      world.run(milliseconds(odds(4) ? 1500...9000 : 1...1500))
      world.stuck = []
      stuck.append(from...world.now + .milliseconds(100))
      return
    default: break
    }
    note("the next device: \(faults)")
    world.device.device.faults = faults
  }

  private func command() {
    let commands: [Command] = [
      .play, .play, .pause, .togglePlayPause, .togglePlayPause, .stop, .nextTrack, .previousTrack,
      .playEntry(QueueEntryID(UInt32.random(in: 1...5, using: &random))),
      .skip(milliseconds(-2000...2000)), .changePlaybackPosition(milliseconds(0...3000)),
      .setLevel(Level(percent: Int.random(in: 10...100, using: &random))), .changeLevel(odds(2) ? 5 : -5),
    ]
    let command = commands.randomElement(using: &random)!
    note("\(command)")
    if command.isTransport { jumps.append(world.now) }
    world.command(command, from: CommandSource.allCases.randomElement(using: &random)!)
    if odds(2) { world.run(.zero) }
  }

  // MARK: What must never be

  private func expect(_ isFine: Bool, _ text: @autoclosure () -> String) {
    if !isFine { violations.append("\((world.now - start).wholeNanoseconds / 1_000_000) ms: \(text())") }
  }

  private func look(_ event: Event, _ before: PlayerState) {
    noteLoss(event, before)
    noteLimit()
    let state = world.state
    if state.phase == .playing { expect(state.shouldSound, "playing, but \(state.wish) \(state.holds)") }
    if state.holds.contains(.snag) { expect(state.routes.isLossPending, "a snag without a loss") }
    if state.routes.isLossPending, state.wish.goal == .play { expect(state.holds.contains(.snag), "R9: no snag") }
    let isShownPlaying = state.wish.goal == .play && state.holds.isSubset(of: [.snag])
    expect((state.snapshot.status == .playing) == isShownPlaying, "R31: shown as \(state.snapshot.status)")
    noteSilence()
    looks += 1
    if looks.isMultiple(of: 4) { judgeIdempotence() }
  }

  private func noteLoss(_ event: Event, _ before: PlayerState) {
    let state = world.state
    switch event {
    case .factsChanged:
      let settled = before.routes.settled
      let isOut = state.routes.settled.id == settled.id && state.routes.isLossPending && !before.routes.isLossPending
      let isPublic = world.way(at: world.now).privacy != .wearerOnly
      if isOut, isPublic, settled.privacy == .wearerOnly, before.wish.goal == .play, settings.onUnplug != .continue {
        secret.append((world.now, nil))
      }
    case .commandReceived(let command, _):
      let plays = [.play, .togglePlayPause, .playEntry].contains(command.kind)
      guard plays, state.wish.goal == .play, !state.routes.isLossPending else { return }
      for index in secret.indices where secret[index].to == nil { secret[index].to = world.now }
    case .engineReported(.trackFailed): jumps.append(world.now)
    default: return
    }
  }

  /// R19, R21: no louder than the level of the route that is physically in use, and of the one that is settled.
  private func noteLimit() {
    let state = world.state
    let physical = state.volume.gain(of: world.way(at: world.now), under: settings)
    let gain = min(physical, state.gain.gain).linear
    if limits.last?.gain != gain { limits.append((world.now, gain)) }
  }

  private func noteSilence() {
    let should = world.state.shouldSound
    if !should { shouldSoundSince = nil } else if shouldSoundSince == nil { shouldSoundSince = world.now }
  }

  /// R24.
  private func judgeIdempotence() {
    var state = world.state
    guard state.holds.isEmpty else { return }
    let command: Command = state.wish.goal == .play ? .play : .pause
    let goal = state.wish.goal
    let effects = reduce(&state, .commandReceived(command, from: .mpris), at: world.now).withoutTimeline
    expect(effects == [.answer(command, to: .mpris, .success)] && state.wish.goal == goal, "R24: \(effects)")
  }

  /// Left alone, the player comes to rest; and what should sound does.
  private func judgeRest() {
    let state = world.state
    expect(state.phase != .silencing && state.phase != .preparing, "stuck in \(state.phase)")
    judgeSounding()
  }

  private func judgeSounding() {
    guard world.state.shouldSound, let since = shouldSoundSince, since + .seconds(1) < world.now else { return }
    let last = world.heard.last?.at ?? start
    expect(last > world.now + .milliseconds(-1000), "should sound since \(since - start), and does not")
  }

  private func judgeFrames() {
    let cap = Double(settings.maximum.gain.linear) + 1e-6
    // What is allowed changes only at these times.
    var changes = limits.flatMap { [$0.since, $0.since + .milliseconds(100)] } + world.ways.map(\.since)
    changes +=
      secret.flatMap { [$0.from, $0.to].compactMap(\.self) } + stuck.flatMap { [$0.lowerBound, $0.upperBound] }
    changes.sort()
    var change = 0
    var (loudest, isSecret, isExcused) = (0.0, false, false)
    var last: Heard?
    var silent = 0
    for heard in world.heard {
      if last == nil || (change < changes.count && changes[change] <= heard.at) {
        while change < changes.count, changes[change] <= heard.at { change += 1 }
        (loudest, isSecret, isExcused) = (limit(at: heard.at), isHeardInSecret(at: heard.at), wasStuck(at: heard.at))
      }
      guard let sound = heard.sound else {
        silent += 1
        continue
      }
      let time = (heard.at - start).wholeNanoseconds / 1_000_000
      if sound.gain > cap { violations.append("\(time) ms: R21: \(sound) is above the cap") }
      if !isExcused {
        if sound.gain > loudest { violations.append("\(time) ms: R19: \(sound) is too loud") }
        if isSecret { violations.append("\(time) ms: R1: \(sound) was heard in the room") }
        if let last { judge(sound, at: heard.at, after: last, silent: silent) }
      }
      last = heard
      silent = 0
      if violations.count > 3 { return }
    }
  }

  private func isHeardInSecret(at time: MonotonicTime) -> Bool {
    world.way(at: time).privacy != .wearerOnly
      && secret.contains { $0.from <= time && ($0.to.map { time < $0 } ?? true) }
  }

  private func wasStuck(at time: MonotonicTime) -> Bool { stuck.contains { $0.contains(time) } }

  /// Within 100 ms what was allowed before may still be heard.
  private func limit(at time: MonotonicTime) -> Double {
    let before = limits.last { $0.since <= time + .milliseconds(-100) }
    let since = limits.filter { $0.since > time + .milliseconds(-100) && $0.since <= time }
    return Double((since + [before].compactMap(\.self)).map(\.gain).max() ?? 1) + 1e-6
  }

  private func judge(_ sound: Sound, at time: MonotonicTime, after last: Heard, silent: Int) {
    guard let before = last.sound else { return }
    let step = sound.frame - before.frame
    if sound.track == before.track, step == 1 { return }
    // What a command ends may be heard for 100 ms more.
    if jumps.contains(where: { $0 + .milliseconds(100) >= last.at && $0 <= time }) { return }
    let milliseconds = (time - start).wholeNanoseconds / 1_000_000
    let unheard = loses ? 60 : min(silent, 2)
    let isBorder = sound.track != before.track && sound.frame <= unheard
    let isNext = sound.track == before.track && step > 0 && step <= 1 + unheard
    let repeats = hasFaults && sound.track == before.track && step <= 0
    if !isBorder && !isNext && !repeats {
      violations.append("\(milliseconds) ms: \(before), \(silent) silent frames and then \(sound)")
    }
  }
}
