import AudioDevices
import AudioEngine
import AudioFiles
import LinuxSystem
import PlayerCore

/// `cans record`: what the microphone hears, into a file.
final class RecordCommand {
  static let subcommand = Subcommand(
    name: "record", summary: "records what the microphone hears into a file", operands: "OUT.flac|wav|ogg|opus",
    options: [.device, .force],
    details: """
      Records until Ctrl-C, in the kind of file that the name ends in: FLAC and WAV
      are exact, Ogg Vorbis and Opus small. The file is complete whatever ends the
      recording: a signal, a full disk, or the loss of the microphone, in whose place
      no other one is taken. Even if the program is killed it can be read, but for
      the last seconds. While it lasts buttons on cables and the desktop's keys do
      not start a player that runs.
      """,
    run: run)

  private let recorder: Recorder
  private let monitor: RouteMonitor
  private let microphones: RecordedMicrophones
  private let signals: SignalDescriptor
  private let player = RecordingPlayer()
  private let line = RecordingLine()

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard arguments.files.count == 1, let path = arguments.files.first else {
      throw Arguments.Failure(text: "cans record needs one file to write; cans record --help tells more")
    }
    guard let kind = RecordingKind(namedBy: path) else {
      let known = RecordingKind.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      throw Arguments.Failure(text: "\(path.text): the name must end in one of \(known)")
    }
    let device = arguments.value(of: .device)?.text ?? "default"
    let overwrites = arguments.has(.force)
    try RecordingTarget.demandFree(path, overwrites: overwrites)
    let capture = ALSACapture(deviceName: device)
    let opened: OpenedCapture
    do throws(OutputProblem) {
      let rate = kind.onlyRate
      opened = try capture.open(near: rate ?? usualRate, demand: rate == nil ? .nearest : .exact)
    } catch {
      throw CommandFailure(error.text(recordingFrom: device))
    }
    let signals = try SignalDescriptor(EndingSignals.all)
    let target = try RecordingTarget(path, overwrites: overwrites)
    guard let file = RecordedFile(kind, descriptor: target.descriptor, opened) else {
      target.discard()
      throw CommandFailure(
        "\(path.text): a file of this kind cannot have \(opened.rate.hertz) Hz and \(opened.channels) channels")
    }
    let monitor = try RouteMonitor()
    let command = RecordCommand(
      Recorder(capture, opened, to: file), monitor, RecordedMicrophones(monitor.facts, card: opened.card), signals)
    let end = try command.record()
    return try command.report(end, target, device: device)
  }

  private static let usualRate = SampleRate(48_000)

  private init(
    _ recorder: Recorder, _ monitor: RouteMonitor, _ microphones: RecordedMicrophones, _ signals: SignalDescriptor
  ) {
    self.recorder = recorder
    self.monitor = monitor
    self.microphones = microphones
    self.signals = signals
  }

  /// Runs until the file is complete.
  private func record() throws -> RecordingEnd {
    player.begin()
    while true {
      let own = [recorder.endedDescriptor, signals.descriptor].map(PolledDescriptor.init(readable:))
      let deadline = [line.nextChange, monitor.deadline].compactMap(\.self).min()
      let hasEvent = try waitForEvents(own + monitor.pollDescriptors + player.pollDescriptors, until: deadline)
      if monitor.process(), microphones.isOneLost(in: monitor.facts) { recorder.stop(because: .microphoneChanged) }
      if signals.take() != nil { recorder.stop() }
      player.process()
      if hasEvent[0] { break }
      line.show(recorder)
    }
    let end = recorder.join()
    player.end(lostMicrophone: end.isLoss)
    line.clear()
    return end
  }

  /// Says what came of it; a file without any sound is taken away.
  private func report(_ end: RecordingEnd, _ target: RecordingTarget, device: String) throws -> Int32 {
    let overruns = recorder.overruns
    if overruns > 0 {
      complain("sound is missing in \(overruns) \(overruns == 1 ? "place" : "places"): this computer was too busy")
    }
    guard recorder.frames > .zero else {
      target.discard()
      let reason = end.complaint(file: target.name, device: device) ?? "it was ended before there was any sound"
      throw CommandFailure("nothing was recorded: \(reason)")
    }
    if let complaint = end.complaint(file: target.name, device: device) { throw CommandFailure(complaint) }
    line.finish("\(target.name): \(recorder.length.clockText) recorded")
    return 0
  }
}
