import AudioEngine
import LinuxSystem
import PlayerCore

/// Runs the core's effects: each goes to the one part that it is for.
final class EffectRunner {
  let reader = FactsReader()
  let realTime = RealTimeRequest()
  private let volume: VolumeKeeper
  private var engine: Engine?
  /// What the engine is to do once it is there.
  private var waiting: [EngineOrder] = []

  init(volume: VolumeKeeper) { self.volume = volume }

  /// Gives the engine the orders so far, and all from now on.
  func attach(_ engine: Engine) {
    waiting.forEach(engine.perform)
    waiting = []
    self.engine = engine
  }

  func run(_ effect: Effect) {
    switch effect {
    case .engine(let order): if let engine { engine.perform(order) } else { waiting.append(order) }
    case .readFacts(let tracks): reader.read(tracks)
    case .requestRealTime(let thread): realTime.ask(for: thread)
    case .saveVolume(let book): volume.save(book)
    case .announce, .noteBounces: break  // The screen draws the snapshot; `cans monitor` prints these.
    case .answer: break  // The keyboard's answer is the screen, with the message that the core has set.
    }
  }

  /// Silences, closes the device and ends the threads. Bounded, even if the device is stuck.
  func shutDown() {
    reader.stop()
    engine?.shutDown()
  }
}
