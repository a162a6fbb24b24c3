import AudioDevices
import AudioFiles
import PlayerCore
import TestSupport

@testable import AudioEngine

/// The engine without its threads and in a time of its own: it plays files through all its parts, as fast as they
/// decode, and keeps what the device was heard to play.
final class OfflineEngine {
  /// Lets time pass whenever the engine waits for it.
  private final class Clock: SimulationClock {
    private let clock = FakeClock()
    var now: MonotonicTime { clock.now }
    func wait(wake: Int32, milliseconds: Int32) { clock.advance(by: .milliseconds(Int64(max(milliseconds, 1)))) }
  }

  private final class Tape {
    var samples: [Float] = []
  }

  private let tape = Tape()
  private let clock = Clock()
  private let device: SimulatedOutput
  private let wire = Wire()
  private var control: Control
  private var feeder: Feeder
  private var renderer: Renderer

  init() {
    var terms = SimulatedDevice()
    terms.sampleFormat = .float
    let (tape, clock) = (tape, clock)
    device = SimulatedOutput(device: terms, clock: clock) { samples, _, _ in
      tape.samples += samples.bindMemory(to: Float.self)
    }
    control = Control(wire)
    feeder = Feeder(wire, opener: { track throws(DecodeError) in try openDecoder(track) })
    renderer = Renderer(wire, output: device) { clock.now }
  }

  /// Plays `paths` one after the other, each named to the engine as the core does it: when the one before is heard.
  /// Returns all samples that the device played.
  ///
  /// - Throws: what goes wrong on the way, an underrun included.
  func play(_ paths: [FilePath]) throws -> [Float] {
    let generation = Generation(1)
    let tracks = paths.enumerated().map { Track(entry: QueueEntryID(UInt32($0.offset)), path: $0.element) }
    control.perform(.prepare(generation, tracks[0], from: .zero))
    // Nothing that goes right needs as many turns.
    for _ in 0..<100_000 {
      feeder.turn()
      wait(renderer.turn())
      for report in control.takeReports() {
        switch report {
        case .prepared: control.perform(.begin(generation, gain: .unity, fadeIn: .zero))
        case .started(_, let position, _):
          let next = Int(position.entry.number) + 1
          control.perform(.setNext(generation, next < tracks.count ? tracks[next] : nil))
        case .ended: return tape.samples
        case .trackOpened, .heard: break
        default: throw RunError("the engine reports \(report)")
        }
      }
    }
    throw RunError("the engine does not come to the end")
  }

  private func wait(_ pause: Pause) {
    switch pause {
    case .signal(let milliseconds): clock.wait(wake: -1, milliseconds: milliseconds)
    case .device(let milliseconds): device.wait(wake: -1, milliseconds: milliseconds)
    }
  }
}
