import AudioEngine
import Glibc
import LinuxSystem
import PlayerCore
import TestSupport

/// The engine with its threads on a device that keeps what it plays, in real time.
final class SilentEngine {
  private let output: FakeOutput
  private let engine: Engine

  init(opener: @escaping DecoderOpener) {
    var terms = FakeOutput.Terms()
    terms.sampleFormat = .float
    output = FakeOutput(terms, clock: { .now })
    engine = Engine(output: output, opener: opener)
  }

  deinit { engine.shutDown() }

  /// Plays `path` from its start, at its own level.
  func play(_ path: FilePath) {
    engine.perform(.prepare(Generation(1), Track(entry: QueueEntryID(1), path: path), from: .zero))
    engine.perform(.begin(Generation(1), gain: .unity, fadeIn: .zero))
  }

  /// Waits for a report; false after half a minute.
  func run(until wanted: (EngineReport) -> Bool) -> Bool {
    let end = MonotonicTime.now + .seconds(30)
    while MonotonicTime.now < end {
      if engine.takeReports().contains(where: wanted) { return true }
      waitUntilReadable(engine.reportsDescriptor, milliseconds: 100)
    }
    return false
  }

  /// The samples that were heard.
  var heard: [Float] { output.heardBytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
}
