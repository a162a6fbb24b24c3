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

  private static func play(_ paths: [FilePath], _ arguments: Arguments) throws {
    let found = expand(paths)
    if let missing = found.problems.first(where: \.isMissingArgument) {
      throw Failure(description: "\(missing.path.text): \(missing.reason)")
    }
    let notes = found.problems.map { "\($0.path.text): \($0.reason)" }
    guard paths.isEmpty || !found.paths.isEmpty else {
      throw Failure(description: notes.first ?? "\(paths[0].text): no music in there")
    }
    let settings = loadSettings()
    let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH])
    let requests = Mailbox<ScreenRequest>()
    let screen = try Screen { requests.post($0) }
    let file = VolumeFile(path: Places.volume)
    let keeper = VolumeKeeper(file: file)
    var failure: String?
    do {
      let effects = EffectRunner(volume: keeper)
      defer { effects.shutDown() }
      let seed = UInt64(bitPattern: MonotonicTime.now.nanoseconds)
      let state = PlayerState(settings: settings.session, volume: file.load(), seed: seed)
      let session = Session(state: state) { effect, _ in effects.run(effect) }
      // The files are read while the device is looked for: alsa-lib's configuration takes as long as all the rest.
      session.send(.launched(found.paths, plays: true))
      let device = try Device(named: arguments.device ?? settings.device, simulates: arguments.simulates)
      session.note(device.simulation)
      let engine = Engine(output: device.makeOutput(), opener: { path throws(DecodeError) in try openDecoder(path) })
      effects.attach(engine)
      let command = PlayCommand(
        session: session, engine: engine, reader: effects.reader, hardware: device.hardware, screen: screen,
        requests: requests, signals: signals)
      // A device that is about to be opened tells where it goes; asking before would only cost time.
      failure = try command.run(
        notes: settings.problems + notes, output: found.paths.isEmpty ? device.outputFacts : nil)
    } catch {
      failure = "\(error)"
    }
    screen.stop()
    do throws(SystemCallError) { try keeper.finish() } catch { complain("levels were not saved: \(error)") }
    if let failure { throw Failure(description: failure) }
  }

  private static func monitor(_ arguments: Arguments, json: Bool) throws {
    let settings = loadSettings()
    let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
    let device = try Device(named: arguments.device ?? settings.device, simulates: arguments.simulates)
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
