import AudioDevices
import AudioEngine
import PlayerCore
import Testing

@testable import TerminalUI

/// R14, R18, R32: what goes wrong with the device, a file or the machine while music plays – and for each: what the
/// listener hears and sees, and how the music goes on. The article Faults tells the same in words.
@MainActor
@Suite struct FaultTableTests {
  /// What was heard, up to the last frame.
  enum Heard: Sendable {
    /// Every frame once and in order, with silence where the fault was.
    case whole
    /// No frame is left out, but some may have been heard twice.
    case nothingSkipped
    /// A few frames may be missing each time: a device that has run dry has played all that it had, or lies.
    case aFewMissing
    /// The tracks up to their damage, and all of the next one.
    case untilDamage
  }

  /// How the music goes on once the trouble is over.
  enum GoesOn: Sendable {
    case byItself, afterPlay
  }

  /// A fault that strikes a player which has played for three seconds.
  struct Row: Sendable, CustomTestStringConvertible {
    var fault: String
    var heard: Heard
    /// The status row of the screen, so long after the fault …
    var shown: String
    var after: Duration
    /// … and the message below.
    var message: String?
    var goesOn: GoesOn
    /// What has to be known besides.
    var underruns = 0
    var plugged: [SimulatedChange] = [.headphones]
    var tracks = [CodedTrack(1, frames: 60_000)]
    /// What is wrong with the device from the start.
    var from: @Sendable (inout SimulatedFaults) -> Void = { _ in }
    var strikes: @MainActor @Sendable (World) -> Void = { _ in }
    var ends: @MainActor @Sendable (World) -> Void = { _ in }

    var testDescription: String { fault }

    /// Whether something is wrong with the device for as long as it is open.
    var hasDeviceFault: Bool {
      var faults = SimulatedFaults()
      from(&faults)
      return faults.suspendsAfter != nil || faults.isStuckAfter != nil
    }
  }

  nonisolated private static let busy = "sound device \"default\" is in use by another program"
  nonisolated private static let gone = "there is no sound device \"default\" (aplay -L lists them)"
  nonisolated private static let input = OutputProblem.failed(operation: "write", message: "Input/output error")
  nonisolated private static let damaged = [CodedTrack(1, frames: 9000, breaksAt: 4000), CodedTrack(2, frames: 20_000)]

  nonisolated static let device: [Row] = [
    Row(
      fault: "underrun: the output thread comes a second late", heard: .whole, shown: "playing",
      after: .milliseconds(900), goesOn: .byItself, underruns: 1,
      strikes: { $0.stuck = [.output] }, ends: { $0.stuck = [] }),
    Row(
      fault: "underrun: the device claims one every half second", heard: .aFewMissing, shown: "playing",
      after: .seconds(2), goesOn: .byItself, underruns: 16, from: { $0.underrunsEvery = 500 }),
    Row(
      fault: "short writes: seven frames at a time", heard: .whole, shown: "playing", after: .seconds(1),
      goesOn: .byItself, from: { $0.writesAtMost = 7 }),
    Row(
      fault: "suspend (ESTRPIPE), in headphones", heard: .nothingSkipped, shown: "paused: the computer sleeps",
      after: .milliseconds(900), goesOn: .byItself, from: { $0.suspendsAfter = 3500 }),
    Row(
      fault: "suspend (ESTRPIPE), on the speaker", heard: .nothingSkipped, shown: "paused", after: .seconds(2),
      message: "paused because the computer slept", goesOn: .afterPlay, plugged: [],
      from: { $0.suspendsAfter = 3500 }),
    Row(
      fault: "gone (ENODEV), in headphones", heard: .nothingSkipped, shown: "paused: headphones were unplugged",
      after: .seconds(1), goesOn: .afterPlay, strikes: { $0.device.pull() }),
    Row(
      fault: "gone (ENODEV), on the speaker", heard: .nothingSkipped, shown: "paused: device error",
      after: .seconds(1), message: gone, goesOn: .afterPlay, plugged: [], strikes: { $0.device.pull() }),
    Row(
      fault: "broken (EIO), in headphones", heard: .nothingSkipped, shown: "paused: headphones were unplugged",
      after: .seconds(1), goesOn: .afterPlay, strikes: { $0.device.fail(with: input) }),
    Row(
      fault: "broken (EIO), on the speaker", heard: .nothingSkipped, shown: "paused: device error",
      after: .seconds(1), message: "sound device \"default\" failed: Input/output error", goesOn: .afterPlay,
      plugged: [], strikes: { $0.device.fail(with: input) }),
    Row(
      fault: "gone (ENODEV) and back during a pause", heard: .whole, shown: "playing", after: .seconds(2),
      goesOn: .byItself,
      strikes: {
        $0.command(.pause)
        $0.run(.seconds(1))
        $0.device.pull()
        $0.command(.play)
      }),
    Row(
      fault: "busy (EBUSY) at the start", heard: .whole, shown: "silent: another program has the device",
      after: .seconds(10), goesOn: .byItself, from: { $0.openProblem = .busy },
      ends: { $0.device.device.faults.openProblem = nil }),
    Row(
      fault: "busy (EBUSY) for more than half a minute", heard: .whole, shown: "paused: device error",
      after: .seconds(28), message: busy, goesOn: .afterPlay, from: { $0.openProblem = .busy },
      ends: { $0.device.device.faults.openProblem = nil }),
    Row(
      fault: "busy (EBUSY) when it is opened again after a long pause", heard: .whole,
      shown: "silent: another program has the device", after: .seconds(3), goesOn: .byItself,
      strikes: {
        $0.command(.pause)
        $0.run(.seconds(31))
        $0.device.device.faults.openProblem = .busy
        $0.command(.play)
      }, ends: { $0.device.device.faults.openProblem = nil }),
    Row(
      fault: "stuck: a call does not return for ten seconds", heard: .whole,
      shown: "silent: no answer from the device", after: .seconds(10), goesOn: .byItself,
      strikes: { $0.stuck = [.output] }, ends: { $0.stuck = [] }),
    Row(
      fault: "stuck: a call does not return for more than half a minute", heard: .whole,
      shown: "paused: no answer from the device", after: .seconds(36),
      message: "sound device \"default\" does not answer", goesOn: .afterPlay,
      strikes: { $0.stuck = [.output] }, ends: { $0.stuck = [] }),
    Row(
      fault: "stuck: it takes what it gets and plays nothing", heard: .whole,
      shown: "silent: no answer from the device", after: .milliseconds(6600), goesOn: .byItself,
      from: { $0.isStuckAfter = 3500 }, ends: { $0.device.device.faults.isStuckAfter = nil }),
    Row(
      fault: "stuck: it plays nothing, however often it is opened", heard: .whole, shown: "paused: device error",
      after: .seconds(45), message: "sound device \"default\" does not answer", goesOn: .afterPlay,
      from: { $0.isStuckAfter = 3500 },
      strikes: {
        $0.run(.seconds(1))
        $0.device.device.faults.isStuckAfter = 0
      }, ends: { $0.device.device.faults.isStuckAfter = nil }),
    Row(
      fault: "stuck in the fade of a pause", heard: .whole, shown: "paused: no answer from the device",
      after: .seconds(5), goesOn: .afterPlay,
      strikes: {
        $0.command(.pause)
        $0.stuck = [.output]
      }, ends: { $0.stuck = [] }),
    Row(
      fault: "stands still in the fade of a pause", heard: .nothingSkipped, shown: "paused", after: .seconds(1),
      goesOn: .afterPlay, from: { $0.isStuckAfter = 3010 }, strikes: { $0.command(.pause) },
      ends: {
        // The next time it is opened.
        $0.run(.seconds(31))
        $0.device.device.faults.isStuckAfter = nil
      }),
  ]

  nonisolated static let files: [Row] = [
    Row(
      fault: "a disk that gives nothing for ten seconds", heard: .whole, shown: "buffering: the file comes slowly",
      after: .seconds(10), goesOn: .byItself, underruns: 1, strikes: { $0.stuck = [.decoder] },
      ends: { $0.stuck = [] }),
    Row(
      fault: "a disk that gives nothing at the start of a track", heard: .untilDamage,
      shown: "buffering: the file comes slowly", after: .seconds(3), goesOn: .byItself,
      tracks: [CodedTrack(1, frames: 9000), CodedTrack(2, frames: 20_000)],
      strikes: {
        $0.stuck = [.decoder]
        $0.command(.nextTrack)
      }, ends: { $0.stuck = [] }),
    Row(
      fault: "a read error (EIO) in the middle of a file", heard: .untilDamage, shown: "playing", after: .seconds(3),
      message: "1: cannot be read any further at 0:04: Input/output error", goesOn: .byItself, tracks: damaged),
  ]

  @Test(arguments: device + files) func `R18: what is heard and seen, and how the music goes on`(row: Row) {
    var device = SimulatedDevice()
    row.from(&device.faults)
    let played = PlayedSimulation(plugged: row.plugged, tracks: row.tracks, device: device)
    let world = played.world
    let struck = world.now
    row.strikes(world)
    world.run(row.after)
    #expect(Wording.status(world.state.snapshot).text == row.shown)
    #expect(world.state.snapshot.message == row.message)
    let isSilent = row.shown != "playing"
    if isSilent { #expect(world.heard.last.map { $0.at < world.now + .milliseconds(-100) } ?? true) }

    row.ends(world)
    if row.goesOn == .afterPlay {
      let mark = world.mark
      world.run(.seconds(3))
      #expect(world.mark == mark, "nothing goes on by itself")
      world.command(.play)
      world.run(.zero)
      #expect(world.answers.last == .success)
    }
    world.run(.seconds(3))
    #expect(Wording.status(world.state.snapshot).text == "playing")
    #expect(world.heard.last.map { $0.at >= world.now + .milliseconds(-2) } == true)
    #expect(world.state.underruns == row.underruns)

    switch row.heard {
    case .whole: #expect(World.breaks(in: world.heard) == [])
    case .nothingSkipped: #expect(World.skips(in: world.heard) == [])
    case .aFewMissing: #expect(World.skips(in: world.heard, ofMoreThan: 4) == [])
    case .untilDamage:
      let second = world.heard.drop { $0.sound?.track != 2 }
      #expect(World.skips(in: second) == [] && world.sounds.first { $0.track == 2 }.map { $0.frame <= 1 } == true)
      #expect(World.skips(in: world.heard.prefix { $0.sound?.track != 2 }) == [])
      let end = row.tracks[0].breaksAt ?? 0
      #expect(world.sounds.last { $0.track == 1 }.map { $0.frame >= end - 1 } == true)
    }
    #expect(world.sounds.allSatisfy { $0.gain <= Double(world.state.gain.gain.linear) + 1e-6 }, "R19, R21")
    if !row.plugged.isEmpty { #expect(world.leaks(since: struck).isEmpty) }
  }

  @Test(arguments: device + files)
  func `R1, R33: unplugged in the middle of a fault, not a frame is heard in the room`(row: Row) {
    var device = SimulatedDevice()
    row.from(&device.faults)
    for moment in [Duration.zero, .milliseconds(300), row.after] {
      let played = PlayedSimulation(tracks: row.tracks, device: device)
      let world = played.world
      row.strikes(world)
      world.run(moment)
      let lost = world.now
      played.hardware.apply(.headphones)
      // A thread that does not run cannot take back what the device has: nothing can.
      let queue = world.stuck.contains(.output) ? Duration.milliseconds(400) : .zero
      world.run(.seconds(2))
      row.ends(world)
      world.run(.seconds(3))
      #expect(world.leaks(since: lost + queue).isEmpty, "\(moment)")
      #expect(world.state.wish.goal == .pause, "\(moment)")
      // All is well again, with the device closed in between where it has a fault of its own.
      world.device.device.faults = SimulatedFaults()
      if row.hasDeviceFault { world.command(.stop) }
      world.command(.play)
      world.run(.seconds(4))
      #expect(world.heard.last.map { $0.at >= world.now + .milliseconds(-2) } == true, "\(moment)")
      let cap = Double(Level(percent: 70).gain.linear) + 1e-6
      #expect(world.heard.filter { $0.at > lost }.compactMap(\.sound).allSatisfy { $0.gain <= cap }, "R20")
    }
  }
}
