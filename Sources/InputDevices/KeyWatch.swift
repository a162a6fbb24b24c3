internal import LinuxSystem
internal import PlayerCore

/// Listens to the devices that it may listen to, as they come and go. It decides nothing. One thread; opening a
/// device may block it.
final class KeyWatch {
  private struct Open {
    let reader: any KeyReader
    let device: PressDevice
    let keys: Set<UInt16>
  }

  private let system: any InputSystem
  private let setting: MediaKeys
  private let report: (KeyMonitor.Report) -> Void
  private var open: [String: Open] = [:]
  private var lastID: UInt32 = 0
  private var hasChanged = false

  init(_ system: any InputSystem, _ setting: MediaKeys, report: @escaping (KeyMonitor.Report) -> Void) {
    self.system = system
    self.setting = setting
    self.report = report
    system.names().forEach(look)
    reportChange()
  }

  /// To poll for reading: then `process` has something to do.
  var descriptors: [Int32] { system.descriptors + open.values.map(\.reader.descriptor) }

  /// Takes in presses first, and then what has changed.
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
    (system.changes() ?? system.names().union(open.keys)).forEach(look)
    reportChange()
  }

  private func report(_ reading: KeyReading, of listened: Open) {
    // The kernel has been told to keep the others back; whatever comes of them all the same goes no further.
    guard listened.keys.contains(reading.code), let key = KeyCode.meanings[reading.code] else { return }
    report(.press(Press(key, reading.motion, on: listened.device, at: reading.time)))
  }

  private func look(_ name: String) {
    guard system.isReadable(name) else { return forget(name) }
    guard open[name] == nil, let facts = system.facts(of: name), let kind = facts.kind,
      facts.isListenedTo(under: setting)
    else { return }
    // What cannot be opened now may be when its node changes; nobody needs to know.
    guard let reader = try? system.open(name, keys: facts.mediaKeys) else { return }
    lastID += 1
    let device = PressDevice(id: lastID, kind: kind, name: facts.name)
    open[name] = Open(reader: reader, device: device, keys: facts.mediaKeys)
    hasChanged = true
  }

  /// The device is gone, or the right to read it: after a change of session it is somebody else's.
  private func forget(_ name: String) {
    if open.removeValue(forKey: name) != nil { hasChanged = true }
  }

  private func reportChange() {
    guard hasChanged else { return }
    hasChanged = false
    report(.devices(open.values.map(\.device).sorted { $0.id < $1.id }))
  }
}
