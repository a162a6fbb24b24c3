import AudioDevices
import LinuxSystem
import PlayerCore

/// A source of facts beside the hardware: observes and reports, decides nothing. Main thread only; never waits.
protocol FactSource: AnyObject {
  /// What the loop is to wait for on its behalf.
  var pollDescriptors: [PolledDescriptor] { get }
  /// When `process` is to be called although nothing has happened.
  var deadline: MonotonicTime? { get }

  /// Takes in what has arrived. Called in every turn of the loop.
  ///
  /// - Returns: whether its facts have changed.
  func process() -> Bool
  /// Puts its facts to those of all others.
  func contribute(to facts: inout Facts)
  /// The player as it is after a turn: a source that matters only for some devices begins here.
  func follow(_ state: PlayerState)
  /// Lets go of the outside; the last call.
  func stop()
}

extension FactSource {
  func follow(_ state: PlayerState) {}
  func stop() {}
}

/// The hardware and all other sources of facts, put together.
final class FactSources {
  let hardware: any HardwareMonitor
  private let others: [any FactSource]

  init(hardware: any HardwareMonitor, others: [any FactSource] = []) {
    self.hardware = hardware
    self.others = others
  }

  /// All that is known now.
  var facts: Facts {
    var facts = hardware.facts
    for source in others { source.contribute(to: &facts) }
    return facts
  }

  var pollDescriptors: [PolledDescriptor] { hardware.pollDescriptors + others.flatMap(\.pollDescriptors) }
  var deadline: MonotonicTime? { ([hardware.deadline] + others.map(\.deadline)).compactMap(\.self).min() }

  /// Takes in what has arrived, and hands all facts to `send` when some have changed. Jacks and control devices come
  /// first, by themselves: nothing that waits may come between an unplugged plug and silence.
  func process(_ send: (Facts) -> Void) {
    if hardware.process() { send(facts) }
    // Each is asked, whatever the others say.
    if others.count(where: { $0.process() }) > 0 { send(facts) }
  }

  func follow(_ state: PlayerState) { for source in others { source.follow(state) } }

  func stop() { for source in others { source.stop() } }
}
