import AudioDevices
import AudioEngine
import AudioFiles
import Glibc
import LinuxSystem
import PlayerCore
import TerminalUI

/// `cans`: the player with its screen.
enum ScreenCommand {
  static let subcommand = Subcommand(
    name: "", summary: "a music player for the terminal that knows what you listen with",
    operands: "[FILE|FOLDER|PLAYLIST …]", options: [.device, .simulate],
    details: """
      Plays the files, all music below the folders (in natural order) and what the
      playlists (m3u, m3u8, pls) name. Unplug the headphones and the music pauses;
      plug them in again and it goes on where you last heard it. Press ? for keys.
      Settings: $XDG_CONFIG_HOME/cans/settings.toml (else ~/.config/cans/).
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let paths = arguments.files
    let found = expand(paths)
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
    let settings = EffectiveSettings.load(under: arguments)
    let signals = try SignalDescriptor(EndingSignals.all + [SIGTSTP, SIGCONT, SIGWINCH])
    let requests = Mailbox<ScreenRequest>()
    let screen = try Screen { requests.post($0) }
    let file = VolumeFile(path: Places.volume)
    let keeper = VolumeKeeper(file: file)
    var failure: String?
    do {
      let effects = EffectRunner(volume: keeper)
      defer { effects.shutDown() }
      let seed = UInt64(bitPattern: MonotonicTime.now.nanoseconds)
      let deviceName = settings.values.device
      var state = PlayerState(settings: settings.values.session, volume: file.load(), seed: seed)
      state.deviceName = deviceName
      let session = Session(state: state) { effect, _ in effects.run(effect) }
      // The files are read while the device is looked for: alsa-lib's configuration takes as long as all the rest.
      session.send(.launched(found.items, plays: true))
      let device = try Device(named: deviceName, simulates: arguments.has(.simulate))
      session.note(device.simulation)
      let engine = Engine(
        output: device.makeOutput(), opener: { track throws(DecodeError) in try openDecoder(track) },
        rate: settings.values.rate)
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
    if let failure { throw CommandFailure(failure) }
    return 0
  }
}
