import AudioFiles
import Glibc
import LinuxSystem
import MessageBus
import PlayerCore

/// The player on the desktop's bus, where its widgets, media keys and playerctl find it.
final class MPRISRemote: Remote {
  /// The first picture on the screen comes before the bus.
  private static let delay = Duration.milliseconds(100)

  private let service = MPRISService(.cans, from: .now + MPRISRemote.delay)
  /// Nil before there is anybody to read for.
  private var reader: TrackDetailsReader?
  private var details: TrackDetails?
  private var asked: QueueEntryID?
  private var shown: (snapshot: Snapshot, state: MPRISState)?
  private let folder = Places.workingFolder

  var pollDescriptors: [PolledDescriptor] {
    service.pollDescriptors + (reader.map { [PolledDescriptor(readable: $0.details.descriptor)] } ?? [])
  }
  var deadline: MonotonicTime? { service.deadline }

  func process(_ desk: CommandDesk) {
    if let read = reader?.details.take() {
      details = read
      shown = nil
    }
    service.process(
      state: { [self] in state(of: desk.snapshot) }, perform: { [self] in perform($0, at: desk) })
  }

  func show(_ snapshot: Snapshot) {
    if service.isConnected { readDetails(of: snapshot) }
    service.show(state(of: snapshot))
  }

  func stop() {
    service.stop()
    reader?.stop()
  }

  private func state(of snapshot: Snapshot) -> MPRISState {
    if let shown, shown.snapshot == snapshot { return shown.state }
    let state = MPRISState(snapshot, details: details, folder: folder)
    shown = (snapshot, state)
    return state
  }

  private func readDetails(of snapshot: Snapshot) {
    guard asked != snapshot.current else { return }
    asked = snapshot.current
    guard let entry = snapshot.currentEntry else { return }
    if reader == nil { reader = TrackDetailsReader(covers: CoverFiles(folder: Places.covers)) }
    reader?.read(entry.id, entry.path)
  }

  private func perform(_ call: MPRISCall, at desk: CommandDesk) -> MPRISAnswer {
    // BlueZ's proxy passes on what is pressed on a headset.
    let source: CommandSource = call.process == "mpris-proxy" ? .avrcp : .mpris
    switch call.request {
    case .command(.pause) where source == .mpris && call.process != nil:
      desk.send(.pauseRequested(byProcess: call.process!))
      return .done
    case .command(let command):
      let status = desk.perform(command, from: source)
      return Self.answer(status, because: desk.reason(for: status))
    case .open(let path):
      desk.expand([path]) { found in
        if !found.items.isEmpty { desk.perform(.playItems(found.items), from: source) }
        if let problem = found.problems.first { desk.send(.noticed(problem.text)) }
      }
      return .done
    case .quit:
      desk.quit()
      return .done
    }
  }

  /// What has no effect is no error (MPRIS): nothing to play, no track to go to, a command that is switched off.
  private static func answer(_ status: CommandStatus, because reason: String?) -> MPRISAnswer {
    switch status {
    case .success, .noSuchContent, .noActionableNowPlayingItem, .commandFailed: .done
    case .deviceNotFound: .failed(reason ?? "no device to play on")
    }
  }
}

extension MPRISApplication {
  /// This program, as its desktop file describes it, too.
  static let cans = MPRISApplication(
    name: "cans", desktopEntry: "cans",
    mimeTypes: [
      "application/x-cue", "application/xspf+xml", "audio/aac", "audio/ac3", "audio/aiff", "audio/AMR", "audio/basic",
      "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/opus", "audio/vnd.dts", "audio/wav", "audio/webm",
      "audio/x-aiff", "audio/x-ape", "audio/x-caf", "audio/x-dsf", "audio/x-flac", "audio/x-flac+ogg", "audio/x-m4a",
      "audio/x-matroska", "audio/x-mpegurl", "audio/x-ms-asx", "audio/x-ms-wma", "audio/x-musepack",
      "audio/x-opus+ogg", "audio/x-scpls", "audio/x-speex+ogg", "audio/x-tta", "audio/x-vorbis+ogg", "audio/x-wav",
      "audio/x-wavpack",
    ])
}
