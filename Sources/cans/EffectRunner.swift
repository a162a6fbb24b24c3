import AudioEngine
import LinuxSystem
import PlayerCore

/// Runs the core's effects: each goes to the one part that it is for.
final class EffectRunner {
  let engine: Engine
  let reader = FactsReader()
  private let volume: VolumeKeeper

  init(engine: Engine, volume: VolumeKeeper) {
    self.engine = engine
    self.volume = volume
  }

  func run(_ effect: Effect) {
    switch effect {
    case .engine(let order): engine.perform(order)
    case .readFacts(let tracks): reader.read(tracks)
    case .saveVolume(let book): volume.save(book)
    case .announce, .noteBounces: break  // The screen draws the snapshot; `cans monitor` prints these.
    case .answer: break  // The keyboard's answer is the screen, with the message that the core has set.
    }
  }

  /// Silences, closes the device and ends the threads. Bounded, even if the device is stuck.
  func shutDown() {
    reader.stop()
    engine.shutDown()
  }
}
