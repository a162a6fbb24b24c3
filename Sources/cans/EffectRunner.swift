import AudioEngine
import Library
import LinuxSystem
import MessageBus
import PlayerCore

/// Runs the core's effects: each goes to the one part that it is for.
final class EffectRunner {
  let reader = FactsReader()
  let realTime = RealTimeRequest()
  let hooks = HookRunner()
  private let volume: VolumeKeeper
  private let store: SessionStore?
  private let timeline: TimelineKeeper
  private let listening: ListeningKeeper?
  private var engine: Engine?
  private var server: ServerSource?
  private let system: SystemBus
  private let user: UserBus
  /// What the engine is to do once it is there.
  private var waiting: [EngineOrder] = []

  init(
    volume: VolumeKeeper, store: SessionStore?, timeline: TimelineKeeper, listening: ListeningKeeper?,
    system: SystemBus, user: UserBus
  ) {
    self.volume = volume
    self.store = store
    self.timeline = timeline
    self.listening = listening
    self.system = system
    self.user = user
  }

  /// Gives the engine the orders so far, and all from now on.
  func attach(_ engine: Engine) {
    waiting.forEach(engine.perform)
    waiting = []
    self.engine = engine
  }

  /// From now on the server gets what is for it.
  func attach(_ server: ServerSource) { self.server = server }

  func run(_ effect: Effect) {
    switch effect {
    case .engine(let order): if let engine { engine.perform(order) } else { waiting.append(order) }
    case .readFacts(let tracks): reader.read(tracks)
    case .requestRealTime(let thread): realTime.ask(for: thread)
    case .saveVolume(let book): volume.save(book)
    case .saveSession(let place, let queue): store?.save(place, queue: queue)
    case .delaySleep: system.delaySleep()
    case .allowSleep: system.allowSleep()
    case .reserveCard(let card): user.reserve(card)
    case .releaseReservation: user.releaseReservation()
    case .answerReservation(let isGranted): user.answerReservation(granted: isGranted)
    case .pausePlayers(let names): user.pause(names)
    case .resumePlayers(let names): user.resume(names)
    case .discardStream: server?.discardStream()
    case .moveStream(let sink): server?.moveStream(toSink: sink)
    case .activatePort(let port, let sink): server?.activatePort(port, ofSink: sink)
    case .saveListening(let book, let today): listening?.save(book, today: today)
    case .runHook(let call): hooks.run(call)
    case .record(let entry, let time): timeline.record(entry, at: time)
    // The screen draws the snapshot; `cans monitor` prints these.
    case .announce, .announceMicrophone, .noteBounces: break
    case .answer: break  // The keyboard's answer is the screen, with the message that the core has set.
    }
  }

  /// Silences, closes the device and ends the threads. Bounded, even if the device is stuck.
  ///
  /// - Returns: what was heard since it was last told.
  func shutDown() -> [EngineReport] {
    reader.stop()
    engine?.shutDown()
    return engine?.takeReports().filter { if case .heard = $0 { true } else { false } } ?? []
  }
}
