import AudioDevices
import AudioEngine
import AudioFiles
import Glibc
import LinuxSystem
import PlayerCore

/// One run of the player, whatever it is seen through: finds the files, opens the device, and puts everything together.
struct PlayerRun {
  /// The signals that a player takes in its loop.
  static let signals = EndingSignals.all + [SIGTSTP, SIGCONT, SIGWINCH]

  private let settings: EffectiveSettings
  private let found: Expansion
  private let simulates: Bool

  /// Finds what `arguments` name, and tells what was left out.
  ///
  /// - Throws: when something that was named is not there, or there is no music in it.
  init(_ arguments: Arguments) throws(CommandFailure) {
    let paths = arguments.files
    found = expand(paths)
    if let missing = found.problems.first(where: \.isMissingArgument) {
      throw CommandFailure("\(missing.path.text): \(missing.reason)")
    }
    let notes = found.problems.map(\.text)
    let told = notes.prefix(10) + (notes.count > 10 ? ["and \(notes.count - 10) more like these"] : [])
    guard paths.isEmpty || !found.items.isEmpty else {
      told.dropLast().forEach(complain)
      throw CommandFailure(told.last ?? "\(paths[0].text): no music in there")
    }
    // They stand on the terminal again when the player's screen is gone.
    told.forEach(complain)
    settings = EffectiveSettings.load(under: arguments)
    simulates = arguments.has(.simulate)
  }

  /// Whether something that was to be played was left out.
  var isIncomplete: Bool { !found.problems.isEmpty }

  /// Plays, until the user or `face` ends it; then `face` is stopped.
  ///
  /// - Parameter signals: those of `signals`, blocked before `face` has started its thread.
  /// - Returns: how it ended, and the state at the end.
  func play(
    through face: any PlayerFace, signals: SignalDescriptor
  ) throws -> (ending: PlayerLoop.Ending, state: PlayerState) {
    let file = VolumeFile(path: Places.volume)
    let saved = file.load()
    if let problem = saved.problem { complain(problem) }
    let keeper = VolumeKeeper(file: file)
    defer {
      do throws(SystemCallError) { try keeper.finish() } catch { complain("levels were not saved: \(error)") }
    }
    defer { face.stop() }
    let effects = EffectRunner(volume: keeper)
    defer { effects.shutDown() }
    let seed = UInt64(bitPattern: MonotonicTime.now.nanoseconds)
    let deviceName = settings.values.device
    var state = PlayerState(settings: settings.values.session, volume: saved.book, seed: seed)
    state.deviceName = deviceName
    let session = Session(state: state) { effect, _ in effects.run(effect) }
    // The files are read while the device is looked for: alsa-lib's configuration takes as long as all the rest.
    session.send(.launched(found.items, plays: true))
    let device = try Device(named: deviceName, simulates: simulates)
    session.note(device.simulation)
    let engine = Engine(
      output: device.makeOutput(settings.values.buffering),
      opener: { track throws(DecodeError) in try openDecoder(track) },
      replayGain: { readReplayGain($0.path) }, rate: settings.values.rate, dithers: settings.values.dithers,
      realTimePriority: device.simulation == .off ? RealTimeRequest.priority : nil)
    effects.attach(engine)
    let loop = PlayerLoop(
      session: session, engine: engine, reader: effects.reader, realTime: effects.realTime, hardware: device.hardware,
      face: face, signals: signals)
    // A device that is about to be opened tells where it goes; asking before would only cost time.
    let mistakes = settings.problems + [saved.problem].compactMap(\.self)
    let ending = try loop.run(
      notes: mistakes + found.problems.map(\.text), output: found.items.isEmpty ? device.outputFacts : nil)
    return (ending, session.state)
  }
}
