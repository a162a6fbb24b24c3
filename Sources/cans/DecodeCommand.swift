import AudioEngine
import AudioFiles
import Glibc
import LinuxSystem
import PlayerCore

/// `cans decode`: has the engine play into a WAV file, without a volume, a fade or a pause.
final class DecodeCommand {
  static let subcommand = Subcommand(
    name: "decode", summary: "writes what would be played into a WAV file", operands: "FILE|FOLDER|PLAYLIST …",
    options: [.output, .force],
    details: """
      Decodes the files into one WAV file, one after the other without a gap, as the
      player plays them at full volume; the settings rate, crossfade and replaygain
      do not count. Samples of up to 24 bits stay what they are, all others become
      32-bit floating point; more than 4 GiB make an RF64 file.
      All files must have the same rate and channels. If one cannot be decoded,
      nothing is written; what is damaged and goes on behind that is silent there,
      with a warning. With -o - the file goes to standard output, without a length
      in its header, up to what cannot be decoded.
      """,
    run: run)

  private let tracks: [Track]
  private let engine: Engine
  private let progress: WAVProgress
  private let length: Duration?
  private let rate: SampleRate
  private let signals: SignalDescriptor
  private var generation = Generation(0)
  /// The track that is being written.
  private var current = 0
  /// The last track that the engine knows of.
  private var named = 0
  private var isComplete = false
  private var hasBegun = false
  private let isFile: Bool
  /// What cannot be decoded, while what was decoded before is still being written.
  private var failure: CommandFailure?
  /// What to warn of.
  private var damages: [String] = []

  private init(
    tracks: [Track], engine: Engine, progress: WAVProgress, rate: SampleRate, length: Duration?,
    signals: SignalDescriptor, isFile: Bool
  ) {
    self.isFile = isFile
    self.tracks = tracks
    self.engine = engine
    self.progress = progress
    self.rate = rate
    self.length = length
    self.signals = signals
  }

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard let output = arguments.value(of: .output) else {
      throw Arguments.Failure(text: "cans decode needs -o FILE, the WAV file to write; - is standard output")
    }
    guard !arguments.files.isEmpty else { throw Arguments.Failure(text: "cans decode needs a file to decode") }
    let found = expand(arguments.files)
    if let problem = found.problems.first { throw CommandFailure(problem.text) }
    let sounds = try found.items.enumerated().map { try Sound($1, entry: QueueEntryID(UInt32($0))) }
    try demandOneFormat(sounds)
    if let old = FileIdentity(of: output), let source = sounds.first(where: { FileIdentity(of: $0.track.path) == old })
    {
      throw CommandFailure("\(source.track.path.text): cannot be written over itself")
    }
    let target = try DecodeTarget(output, overwrites: arguments.has(.force))
    // Whatever goes wrong from here on, no part of a file is left behind.
    defer { target.discard() }
    let signals = try SignalDescriptor(EndingSignals.all)
    let progress = WAVProgress()
    let lengths = sounds.compactMap(\.length)
    let frames = lengths.count == sounds.count ? lengths.reduce(.zero, +) : nil
    let wav = WAVOutput(
      descriptor: target.descriptor, isSeekable: target.isFile,
      sampleFormat: WAVOutput.sampleFormat(for: sounds.map(\.format)), frames: frames, progress: progress)
    let engine = Engine(
      output: wav, opener: { track throws(DecodeError) in try openDecoder(track) }, measures: false,
      clock: progress.clock)
    defer { engine.shutDown() }
    let rate = sounds[0].format.rate
    let command = DecodeCommand(
      tracks: sounds.map(\.track), engine: engine,
      progress: progress, rate: rate, length: frames.map(rate.duration), signals: signals,
      isFile: target.isFile)
    if let signal = try command.decode() {
      target.discard()
      EndingSignals.die(by: signal)
    }
    if let code = progress.failure {
      // Whoever read it has seen what he wanted to see.
      if code == EPIPE { return 0 }
      throw CommandFailure("\(target.name) cannot be written: \(String(cString: strerror(code)))")
    }
    try target.commit()
    for damage in command.damages { complain(damage) }
    return 0
  }

  /// A file to decode, as it was found before anything is written.
  private struct Sound {
    let track: Track
    let format: AudioFormat
    let length: FrameCount?

    init(_ item: QueueItem, entry: QueueEntryID) throws {
      track = Track(entry: entry, path: item.path, part: item.part)
      do throws(DecodeError) {
        let decoder = try openDecoder(track)
        format = decoder.format
        length = decoder.length
      } catch {
        throw CommandFailure("\(item.path.text): \(error.reason)")
      }
    }
  }

  private static func demandOneFormat(_ sounds: [Sound]) throws {
    let first = sounds[0]
    for sound in sounds where sound.format.rate != first.format.rate || sound.format.layout != first.format.layout {
      func words(_ format: AudioFormat) -> String { "\(format.rate.hertz) Hz and \(format.channels) channels" }
      throw CommandFailure(
        "\(sound.track.path.text): \(words(sound.format)) do not fit into one file with \(words(first.format)) of "
          + first.track.path.text)
    }
  }

  /// Runs until everything is written, or cannot be.
  ///
  /// - Returns: the signal that ended it before, if one did.
  /// - Throws: a file that cannot be decoded.
  private func decode() throws -> Int32? {
    let line = ProgressLine()
    defer { line.clear() }
    prepare()
    while !isComplete {
      let waiting = [engine.reportsDescriptor, signals.descriptor].map(PolledDescriptor.init(readable:))
      _ = try waitForEvents(waiting, until: line.nextChange)
      for report in engine.takeReports() { try follow(report) }
      if let signal = signals.take() { return signal }
      line.show(rate.duration(of: progress.frames), of: length)
    }
    return nil
  }

  private func prepare() {
    generation = generation.next
    engine.perform(.prepare(generation, tracks[current], from: .zero))
    named = current
    nameNext()
  }

  /// Names the track that follows, once: named again while it is being written, it would follow itself.
  private func nameNext() {
    guard named == current, named + 1 < tracks.count else { return }
    named += 1
    engine.perform(.setNext(generation, tracks[named]))
  }

  private func follow(_ report: EngineReport) throws {
    switch report {
    case .prepared(generation, _):
      hasBegun = true
      engine.perform(.begin(generation, gain: .unity, fadeIn: .zero))
    case .started(generation, let position, _):
      current = Int(position.entry.number)
      nameNext()
    case .ended(generation):
      if let failure { throw failure }
      // The next one was named too late, which only costs the time to open it.
      guard current + 1 < tracks.count else { return engine.perform(.release) }
      current += 1
      prepare()
    case .released:
      isComplete = true
    case .trackFailed(_, let entry, let reason):
      let failure = CommandFailure("\(tracks[Int(entry.number)].path.text): \(reason)")
      // Of a file nothing is kept. A stream ends where the sound does, not where the decoder was when it failed.
      if isFile || !hasBegun { throw failure }
      self.failure = failure
    case .trackDamaged(_, let entry, let reason):
      damages.append("\(tracks[Int(entry.number)].path.text): \(reason)")
    case .openFailed(_, let problem), .deviceLost(_, _, let problem):
      // What is wrong with the file itself `progress` knows better.
      guard progress.failure == nil else { return isComplete = true }
      let refusal = "a WAV file cannot have this rate or so many channels"
      throw CommandFailure(problem == .formatRefused ? refusal : problem.text(device: "file"))
    default: break
    }
  }
}

extension CommandOption {
  fileprivate static let output = CommandOption(
    name: "output", letter: "o", value: "FILE", help: "the WAV file to write; - is standard output")
}
