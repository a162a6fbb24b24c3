internal import LinuxSystem
internal import PlayerCore

/// Listens to the devices that it may listen to, as they come and go. It decides nothing. One thread; opening a
/// device may block it.
final class InputWatch {
  private struct Open {
    let reader: any InputReader
    let name: String
    let card: CardIndex?
    /// Nil: it is open for its switches alone.
    let device: PressDevice?
    let keys: Set<UInt16>
    let switches: [UInt16: SwitchFacts.Kind]

    /// What its switches say, by all that was read.
    var facts: [SwitchFacts] {
      reader.switches.compactMap { code, isOn in
        switches[code].map { SwitchFacts(device: name, card: card, kind: $0, isOn: isOn) }
      }
    }
  }

  private let system: any InputSystem
  private let setting: MediaKeys
  private let followsSwitches: Bool
  private let report: (InputMonitor.Report) -> Void
  private let reportSwitches: ([SwitchFacts]) -> Void
  private var open: [String: Open] = [:]
  private var lastID: UInt32 = 0
  private var hasChanged = false
  /// What was told last.
  private var switches: [SwitchFacts] = []

  init(
    _ system: any InputSystem, keys setting: MediaKeys, switches followsSwitches: Bool,
    report: @escaping (InputMonitor.Report) -> Void, reportSwitches: @escaping ([SwitchFacts]) -> Void
  ) {
    self.system = system
    self.setting = setting
    self.followsSwitches = followsSwitches
    self.report = report
    self.reportSwitches = reportSwitches
    system.names().forEach(look)
    reportChange()
  }

  /// To poll for reading: then `process` has something to do.
  var descriptors: [Int32] { system.descriptors + open.values.map(\.reader.descriptor) }

  /// Takes in presses and plugs first, and then what has changed.
  func process() {
    for (name, listened) in open {
      if let readings = listened.reader.read() {
        readings.forEach { report($0, of: listened) }
      } else {
        forget(name)
        // Another device may have its name by now.
        look(name)
      }
    }
    // Opening what is new may take a moment, for which a plug does not wait.
    reportPlugs()
    (system.changes() ?? system.names().union(open.keys)).forEach(look)
    reportChange()
  }

  private func report(_ reading: KeyReading, of listened: Open) {
    // The kernel has been told to keep the others back; whatever comes of them all the same goes no further.
    guard let device = listened.device, listened.keys.contains(reading.code),
      let key = KeyCode.meanings[reading.code]
    else { return }
    report(.press(Press(key, reading.motion, on: device, at: reading.time)))
  }

  private func look(_ name: String) {
    guard system.isReadable(name) else { return forget(name) }
    guard open[name] == nil, let facts = system.facts(of: name) else { return }
    let kind = facts.isListenedTo(under: setting) ? facts.kind : nil
    let keys = kind == nil ? [] : facts.mediaKeys
    let switches = followsSwitches ? facts.soundSwitches : [:]
    guard kind != nil || !switches.isEmpty else { return }
    // What cannot be opened now may be when its node changes; nobody needs to know.
    guard let reader = try? system.open(name, keys: keys, switches: Set(switches.keys)) else { return }
    let device = kind.map { kind in
      lastID += 1
      return PressDevice(id: lastID, kind: kind, name: facts.name)
    }
    open[name] = Open(
      reader: reader, name: facts.name, card: facts.card, device: device, keys: keys, switches: switches)
    if device != nil { hasChanged = true }
  }

  /// The device is gone, or the right to read it: after a change of session it is somebody else's.
  private func forget(_ name: String) {
    if open.removeValue(forKey: name)?.device != nil { hasChanged = true }
  }

  private func reportChange() {
    reportPlugs()
    guard hasChanged else { return }
    hasChanged = false
    report(.devices(open.values.compactMap(\.device).sorted { $0.id < $1.id }))
  }

  private func reportPlugs() {
    // Facts are compared, so they have an order.
    let facts = open.values.flatMap(\.facts).sorted {
      ($0.card?.number ?? .max, $0.device, $0.kind.rawValue, $0.isOn ? 1 : 0)
        < ($1.card?.number ?? .max, $1.device, $1.kind.rawValue, $1.isOn ? 1 : 0)
    }
    guard facts != switches else { return }
    switches = facts
    reportSwitches(facts)
  }
}
