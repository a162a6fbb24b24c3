import AudioDevices
import PlayerCore
import Testing

/// Levels, commands and faults of the device, by the frames that were heard.
@MainActor
@Suite struct SoundTests {
  /// Within this a command is heard (R36).
  private let limit = Duration.milliseconds(100)

  // MARK: Volume

  @Test func `R19: each route plays at its own level from its first frame on`() {
    var settings = SessionSettings()
    settings.onUnplug = .continue
    settings.speakerLevel = nil
    let levels = VolumeBook(["headphones:Intel": 40, "speaker:Intel": 80])
    let played = PlayedRecording("unplug-plug", settings: settings, volume: levels)
    let world = played.world
    played.run(untilEdge: 1, plus: .seconds(2))
    let (out, back) = (played.replay.edge(0), played.replay.edge(1))
    for heard in world.heard.dropFirst(10) where heard.sound != nil {
      // Fades apart, and what the engine leaves in the device at the return.
      if (heard.at >= out && heard.at < out + .milliseconds(420)) || (heard.at >= back && heard.at < back + limit) {
        continue
      }
      let isSpeaker = world.way(at: heard.at).port == .builtInSpeaker
      #expect(isGain(heard.sound!.gain, of: isSpeaker ? 80 : 40))
    }
    #expect(World.breaks(in: world.heard) == [])
  }

  @Test func `R20: a loss resets the speaker, whatever was remembered for it`() {
    let levels = VolumeBook(["headphones:Intel": 90, "speaker:Intel": 95])
    let played = PlayedRecording("unplug-plug", volume: levels)
    played.run(untilEdge: 0, plus: .seconds(1))
    let mark = played.world.mark
    played.world.command(.play)
    played.run(untilEdge: 1)
    let sounds = played.world.heard[mark...].compactMap(\.sound)
    #expect(sounds.allSatisfy { $0.gain <= Double(Level(percent: 70).gain.linear) + 1e-6 })
    #expect(isGain(played.world.gain, of: 70))
  }

  @Test func `R21: a route never heard before starts at 60 or 70 percent`() {
    #expect(isGain(PlayedRecording("unplug-plug").world.gain, of: 60))
    #expect(isGain(PlayedRecording("plug-unplug").world.gain, of: 70))
  }

  @Test func `R21: nothing is louder than the cap`() {
    var settings = SessionSettings()
    settings.maximum = Level(percent: 50)
    let levels = VolumeBook(["headphones:Intel": 100, "speaker:Intel": 100])
    let played = PlayedRecording("unplug-plug", settings: settings, volume: levels)
    let world = played.world
    for source in CommandSource.allCases { world.command(.setLevel(.full), from: source) }
    world.command(.changeLevel(30))
    played.run(untilEdge: 0, plus: .seconds(1))
    world.command(.play)
    world.command(.changeLevel(30))
    played.run(untilEdge: 1, plus: .seconds(2))
    #expect(world.sounds.allSatisfy { $0.gain <= Double(Level(percent: 50).gain.linear) + 1e-6 })
    #expect(isGain(world.gain, of: 50))
  }

  @Test(arguments: [20, 55, 65, 100]) func `R22, R36: a step of level is a ramp of 5 to 30 ms`(level: Int) {
    let world = PlayedSimulation().world
    let start = world.now
    world.command(.setLevel(Level(percent: level)))
    world.run(.seconds(1))
    let gains = world.sounds(from: start, for: .seconds(1)).map(\.gain)
    let steps = zip(gains, gains.dropFirst()).map { $1 - $0 }.filter { abs($0) > 1e-6 }
    #expect(steps.count >= 5 && steps.count <= 30)
    #expect(Set(steps.map { $0 > 0 }).count == 1)
    #expect(world.sounds(from: start + limit, for: .seconds(1)).allSatisfy { isGain($0.gain, of: level) })
  }

  @Test func `R22: a pause fades out, a loss does not`() {
    let paused = PlayedSimulation().world
    paused.command(.pause)
    paused.run(.seconds(1))
    let fade = paused.sounds.suffix(15).map(\.gain)
    #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 > $1 })
    #expect(fade.last! < 0.02)

    let lost = PlayedSimulation()
    lost.apply(.headphones)
    lost.world.run(.seconds(1))
    #expect(isGain(lost.world.gain, of: 60))
  }

  /// What a listener does that changes what is heard, on and on.
  nonisolated static let deeds: [[Command]] = [
    [.setLevel(Level(percent: 30)), .setLevel(.full)], [.changeLevel(-5), .changeLevel(5)], [.toggleMute, .toggleMute],
    [.pause, .play], [.togglePlayPause, .togglePlayPause], [.nextTrack, .previousTrack],
    [.changePlaybackPosition(.seconds(6)), .skip(.seconds(-2))],
    [.playEntry(QueueEntryID(3)), .playEntry(QueueEntryID(1))],
    [.stop, .play],
  ]

  @Test(arguments: deeds) func `R22: nothing that a listener does clicks`(commands: [Command]) {
    let tracks = (1...3).map { CodedTrack($0, frames: 60_000) }
    let world = PlayedSimulation(volume: VolumeBook(["headphones:Simulated": 100]), tracks: tracks).world
    for round in 0..<20 {
      for command in commands {
        world.command(command)
        world.run(.milliseconds(round.isMultiple(of: 3) ? 7 * round : 150 + 13 * round))
      }
    }
    // The first channel of the tracks is constant, so a click is a step in the gain. The
    // shortest ramp takes five frames.
    let gains = world.heard.map { $0.sound?.gain ?? 0 }
    let steps = zip(gains, gains.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! <= 0.2 + 1e-6)
    #expect(steps.max()! > 0.005, "something was heard")
    // Where the device stops, nothing was heard any more.
    for (last, next) in zip(world.heard, world.heard.dropFirst()) where next.at > last.at + .milliseconds(2) {
      #expect(last.sound?.gain ?? 0 <= 0.2)
    }
  }

  @Test func `R35: a route that is muted stays so over loss, return and restart; only volume-up or unmute end it`() {
    let played = PlayedRecording("unplug-plug")
    let world = played.world
    let start = world.now
    world.command(.setMute(true))
    played.run(untilEdge: 0, plus: .seconds(1))
    #expect(world.sounds(from: start + limit, for: .seconds(60)).isEmpty)
    world.command(.play)
    played.run(untilEdge: 1)
    #expect(isGain(world.gain, of: 70), "the speaker has a mute of its own")
    played.run(untilEdge: 1, plus: .seconds(1))
    let muted = world.now
    world.run(.seconds(1))
    world.command(.changeLevel(-5))
    world.command(.nextTrack)
    world.command(.changePlaybackPosition(.seconds(20)))
    world.run(.seconds(1))
    #expect(world.sounds(from: muted, for: .seconds(60)).isEmpty)
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2), "the music runs on, unheard")
    world.command(.changeLevel(5))
    world.run(limit)
    #expect(isGain(world.gain, of: 60))
  }

  // MARK: Commands

  /// Times since the start, so that commands meet the device's queue at any filling.
  nonisolated static let moments = Array(stride(from: 0, to: 430, by: 43))

  @Test(arguments: moments) func `R36: a pause is heard within 100 ms, and play goes on with the next frame`(at: Int) {
    let world = PlayedSimulation().world
    world.run(.milliseconds(at))
    let start = world.now
    world.command(.pause)
    world.run(.seconds(1))
    #expect(world.heard.last!.at < start + limit)
    let mark = world.mark
    world.command(.play)
    let again = world.now
    world.run(.seconds(1))
    #expect(world.heard[mark].at < again + limit)
    #expect(World.breaks(in: world.heard) == [])
  }

  @Test(arguments: moments) func `R36: a seek is heard within 100 ms, exactly`(at: Int) {
    let world = PlayedSimulation().world
    world.run(.milliseconds(at))
    let start = world.now
    world.command(.changePlaybackPosition(.seconds(20)))
    world.run(.seconds(1))
    let after = world.heard.filter { $0.at >= start + limit }
    #expect(after.first?.sound.map { (20_000...20_100).contains($0.frame) } == true)
    #expect(World.breaks(in: after) == [])
    #expect(world.sounds.first { $0.frame > 15_000 }?.frame == 20_001)
  }

  @Test(arguments: moments) func `R36: the next track is heard within 100 ms from its start`(at: Int) {
    let tracks = [CodedTrack(1, frames: 9000), CodedTrack(2, frames: 9000)]
    let world = PlayedSimulation(tracks: tracks).world
    world.run(.milliseconds(at))
    let start = world.now
    world.command(.nextTrack)
    world.run(limit)
    #expect(world.sounds.last!.track == 2)
    #expect(World.breaks(in: world.heard.filter { $0.at >= start + limit }) == [])
    #expect(world.sounds.first { $0.track == 2 }!.frame == 1)
  }

  @Test(arguments: moments) func `what follows can be changed to the last moment`(at: Int) {
    let tracks = (1...3).map { CodedTrack($0, frames: 6000) }
    for (next, command) in [
      (3, { (queue: PlayQueue) -> Command in .moveEntries([queue.entries[2].id], to: 1) }),
      (1, { _ in .changeRepeatMode(.one) }),
    ] {
      let world = PlayedSimulation(tracks: tracks).world
      let start = world.heard.first { $0.sound?.frame == 1 }!.at
      world.run(until: start + .milliseconds(5500 + at))
      world.command(command(world.state.queue))
      world.run(until: start + .milliseconds(6500))
      #expect(world.sounds.allSatisfy { $0.track == 1 || $0.track == next })
      #expect(
        world.sounds.last?.track == next && world.state.current == world.state.queue.entries[next == 3 ? 1 : 0].id)
      #expect(world.sounds.contains { $0.track == 1 && $0.frame == 5999 })
    }
  }

  @Test(arguments: CommandSource.allCases) func `R23: every source's commands are heard, or none if it is off`(
    source: CommandSource
  ) {
    for isOn in [true, false] {
      var settings = SessionSettings()
      if !isOn { settings.disabledSources = [source] }
      let world = PlayedSimulation(settings: settings).world
      let start = world.now
      world.command(.togglePlayPause, from: source)
      world.run(.seconds(1))
      #expect(world.answers == [isOn ? .success : .commandFailed])
      #expect(world.sounds(from: start + limit, for: .seconds(1)).isEmpty == isOn)
    }
  }

  @Test func `R24: play while playing and pause while paused succeed and change not a frame`() {
    let world = PlayedSimulation().world
    let start = world.now
    for source in CommandSource.allCases {
      world.command(.play, from: source)
      world.run(.milliseconds(77))
    }
    #expect(World.breaks(in: world.heard) == [])
    #expect(world.heard.filter { $0.at >= start }.allSatisfy { isGain($0.sound?.gain ?? 0, of: 60) })
    world.command(.pause)
    world.run(.seconds(1))
    let mark = world.mark
    world.command(.pause, from: .avrcp)
    world.run(.seconds(1))
    #expect(world.mark == mark)
    #expect(world.answers.allSatisfy { $0 == .success })
  }

  // MARK: The device

  @Test(arguments: [World.Party.output, .decoder])
  func `R18: a thread that comes too late makes a gap of silence, and no frame is lost`(party: World.Party) {
    let world = PlayedSimulation().world
    world.stuck = [party]
    // In the ring is more than in the device.
    world.run(party == .output ? .milliseconds(1500) : .seconds(10))
    #expect(world.heard.last!.at < world.now + .milliseconds(-1000))
    world.stuck = []
    world.run(.seconds(1))
    #expect(world.state.underruns == 1)
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
    #expect(World.breaks(in: world.heard) == [])
  }

  @Test func `R18: music needs no main thread for a while`() {
    let tracks = [CodedTrack(1, frames: 4000), CodedTrack(2, frames: 4000)]
    let world = PlayedSimulation(tracks: tracks).world
    world.stuck = [.main]
    world.run(.seconds(3))
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
    world.stuck = []
    world.run(.zero)
    #expect(world.state.current == QueueEntryID(2))
    #expect(World.breaks(in: world.heard) == [])
  }

  @Test(arguments: [true, false])
  func `R18: a device that goes is a loss, or an error on the speaker; play works again afterwards`(onHeadphones: Bool)
  {
    let played = PlayedSimulation(plugged: onHeadphones ? [.headphones] : [])
    let world = played.world
    world.device.device.faults.openProblem = .noDevice
    world.device.pull()
    world.run(.seconds(1))
    let mark = world.mark
    #expect(world.state.wish == Wish(.pause, because: onHeadphones ? .routeLost : .deviceError))
    world.command(.play)
    world.run(.seconds(1))
    #expect(world.state.wish.goal == .pause && world.mark == mark)
    world.device.device.faults.openProblem = nil
    world.command(.play)
    world.run(.seconds(1))
    #expect(world.heard.last!.at >= world.now + .milliseconds(-2))
    #expect(World.skips(in: world.heard) == [])
  }
}
