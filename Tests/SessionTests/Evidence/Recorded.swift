import AudioDevices
import Foundation
import PlayerCore
import TestSupport

/// Where a recording is.
enum Recorded: Sendable, Equatable {
  /// What the jack controls of a card did, in `Fixtures`.
  case jacks(String)
  /// The same card's state before anything happens there.
  case still(String)
  /// What buses, sound servers and input devices said, in `Fixtures`.
  case fixture(String)
  /// What the monitors of a player beside said, in `Fixtures`. It plays when that one did.
  case monitor(String)
  /// A trace of the folder that CANS_TRACES names.
  case trace(String)

  /// Whether nothing is known of the time before it.
  var beginsWithPlayer: Bool { if case .trace = self { true } else { false } }

  /// Whether a player beside it says when to play.
  var isMonitor: Bool { if case .monitor = self { true } else { false } }

  /// Whether it can be played: traces are not everywhere.
  var isHere: Bool { if case .trace = self { !TraceFolder.all.isEmpty } else { true } }

  var name: String {
    switch self {
    case .jacks(let name), .still(let name), .fixture(let name), .monitor(let name), .trace(let name): name
    }
  }

  /// The trace, if it is one.
  @MainActor var trace: Trace? {
    switch self {
    case .jacks, .still, .monitor: nil
    case .fixture(let name): Self.read(name)
    case .trace(let name): TraceFolder.all.first { $0.name == name }
    }
  }

  /// What was known before anything happened.
  @MainActor var start: Facts {
    switch self {
    case .jacks(let name), .still(let name): Self.card(JackRecording(name), after: .zero)
    case .monitor(let name): MonitorRecording(name).start
    case .fixture, .trace: trace!.start
    }
  }

  /// Every change of facts, in order.
  @MainActor var moments: [(time: Duration, facts: Facts)] {
    switch self {
    case .still: return []
    case .jacks(let name):
      let recording = JackRecording(name)
      return recording.edges.map { ($0, Self.card(recording, after: $0)) }
    case .monitor(let name): return MonitorRecording(name).moments
    case .fixture, .trace: return trace!.moments.map { ($0.time, $0.facts) }
    }
  }

  private static func card(_ recording: JackRecording, after time: Duration) -> Facts {
    Facts(cards: [
      CardFacts(
        index: CardIndex(0), stableID: "Intel", name: "HDA Intel", jacks: recording.jacks(after: time), hasCapture: true
      )
    ])
  }

  @MainActor private static var fixtures: [String: Trace] = [:]

  @MainActor private static func read(_ name: String) -> Trace {
    if let trace = fixtures[name] { return trace }
    let trace = Trace(
      fixture: name, beside: URL(filePath: #filePath).deletingLastPathComponent().path(percentEncoded: false))
    fixtures[name] = trace
    return trace
  }
}
