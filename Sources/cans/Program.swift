import AudioDevices
import AudioEngine
import AudioFiles
import Glibc
import LinuxSystem
import PlayerCore
import TerminalUI

/// The composition root: opens what the arguments ask for and puts it together.
enum Program {
  /// Runs the program; returns its exit status: 0, 1 after a failure, 2 after a command line that means nothing.
  static func run(_ words: [[UInt8]]) -> Int32 {
    let arguments: Arguments
    do throws(Arguments.Failure) {
      arguments = try Arguments(words)
    } catch {
      complain(error.text)
      return 2
    }
    do {
      switch arguments.action {
      case .help: print(Arguments.help)
      case .version: print(Arguments.version)
      case .monitor(let json): try monitor(arguments, json: json)
      case .play(let paths): try play(paths, arguments)
      }
      return 0
    } catch {
      complain("\(error)")
      return 1
    }
  }

  /// Why the program ends with a failure, for people.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The signals that end the program, each of which would by default end it without giving the terminal back.
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU]

  private static func play(_ paths: [FilePath], _ arguments: Arguments) throws {
    let found = expand(paths)
    if let missing = found.problems.first(where: \.isMissingArgument) {
      throw Failure(description: "\(missing.path.text): \(missing.reason)")
    }
    let notes = found.problems.map(\.text)
    let told = notes.prefix(10) + (notes.count > 10 ? ["and \(notes.count - 10) more like these"] : [])
    guard paths.isEmpty || !found.items.isEmpty else {
      told.dropLast().forEach(complain)
      throw Failure(description: told.last ?? "\(paths[0].text): no music in there")
    }
    // They stand on the terminal again when the player's screen is gone.
    told.forEach(complain)
    let settings = loadSettings()
    let signals = try SignalDescriptor(Self.endings + [SIGTSTP, SIGCONT, SIGWINCH])
    let requests = Mailbox<ScreenRequest>()
    let screen = try Screen { requests.post($0) }
    let file = VolumeFile(path: Places.volume)
    let keeper = VolumeKeeper(file: file)
    var failure: String?
    do {
      let effects = EffectRunner(volume: keeper)
      defer { effects.shutDown() }
      let seed = UInt64(bitPattern: MonotonicTime.now.nanoseconds)
      let deviceName = arguments.device ?? settings.device
      var state = PlayerState(settings: settings.session, volume: file.load(), seed: seed)
      state.deviceName = deviceName
      let session = Session(state: state) { effect, _ in effects.run(effect) }
      // The files are read while the device is looked for: alsa-lib's configuration takes as long as all the rest.
      session.send(.launched(found.items, plays: true))
      let device = try Device(named: deviceName, simulates: arguments.simulates)
      session.note(device.simulation)
      let engine = Engine(output: device.makeOutput(), opener: { track throws(DecodeError) in try openDecoder(track) })
      effects.attach(engine)
      let command = PlayCommand(
        session: session, engine: engine, reader: effects.reader, hardware: device.hardware, screen: screen,
        requests: requests, signals: signals)
      // A device that is about to be opened tells where it goes; asking before would only cost time.
      failure = try command.run(
        notes: settings.problems + notes, output: found.items.isEmpty ? device.outputFacts : nil)
    } catch {
      failure = "\(error)"
    }
    screen.stop()
    do throws(SystemCallError) { try keeper.finish() } catch { complain("levels were not saved: \(error)") }
    if let failure { throw Failure(description: failure) }
  }

  private static func monitor(_ arguments: Arguments, json: Bool) throws {
    let settings = loadSettings()
    let signals = try SignalDescriptor(Self.endings)
    let device = try Device(named: arguments.device ?? settings.device, simulates: arguments.simulates)
    if device.simulation == .noCardFound { complain("no sound card found: this is the simulated hardware") }
    guard device.outputFacts != .none else {
      throw Failure(description: OutputProblem.noDevice.text(device: device.name))
    }
    try MonitorCommand(device: device, settings: settings.session, json: json, signals: signals).run()
  }

  private static func loadSettings() -> Settings {
    let settings = Settings(contentsOf: Places.settings)
    settings.problems.forEach(complain)
    return settings
  }
}

/// Writes one line to standard error, under the program's name.
func complain(_ text: String) {
  let line = Array("cans: \(text)\n".utf8)
  _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
