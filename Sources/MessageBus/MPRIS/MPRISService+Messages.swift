internal import CSystemd
internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// What other programs call and read, and what they are told.
extension MPRISService {
  /// How long the bus may take to say who a caller is; then nobody knows.
  private static let patience = Duration.milliseconds(50)

  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"

  /// The state as it is now.
  private var current: MPRISState? {
    if state == nil { state = player?.state() }
    return state
  }

  /// A method was called: it is answered as soon as it is known by whom (R11).
  fileprivate func receive(_ message: BusMessage) {
    guard let sender = message.sd.sd_bus_message_get_sender(message.pointer) else {
      return answer(message, process: nil)
    }
    let caller = String(cString: sender)
    switch callers.receive(message, from: caller) {
    case .answer(let process): answer(message, process: process)
    case .wait(let asks): if asks { ask(about: caller) }
    }
  }

  private func ask(about caller: String) {
    guard let bus else { return }
    BusOwner.askProcess(of: caller, on: bus, within: Self.patience) { [weak self] process in
      self?.identify(caller, as: process.flatMap { processName(of: $0) })
    }
  }

  private func identify(_ caller: String, as process: String?) {
    for message in callers.identify(caller, as: process) { answer(message, process: process) }
  }

  private func answer(_ message: BusMessage, process: String?) {
    guard let method = message.method, let current else {
      return message.reply(error: "org.freedesktop.DBus.Error.UnknownMethod", "no such method")
    }
    do throws(MPRISRefusal) {
      switch perform(try current.request(for: method), process: process) {
      case .done: message.reply()
      case .failed(let reason): message.reply(error: "org.freedesktop.DBus.Error.Failed", reason)
      }
    } catch {
      message.reply(error: error.name, error.text)
    }
  }

  private func perform(_ request: MPRISRequest?, process: String?) -> MPRISAnswer {
    guard let request, let player else { return .done }
    // What is read next must see what this has done.
    defer { state = nil }
    return player.perform(MPRISCall(request: request, process: process))
  }

  /// Appends the value of `property` to `reply`.
  fileprivate func give(_ property: String, in reply: OpaquePointer) -> Int32 {
    guard let sd = bus?.sd, let value = application.value(of: property) ?? current?.value(of: property, at: .now) else {
      return -ENXIO
    }
    do throws(BusError) { try value.append(to: reply, by: sd) } catch { return -EINVAL }
    return 1
  }

  /// Takes a new value for `property`.
  fileprivate func take(
    _ property: String, from message: OpaquePointer, _ error: UnsafeMutablePointer<sd_bus_error>
  ) -> Int32 {
    let types: [String: Unicode.Scalar] = ["LoopStatus": "s", "Rate": "d", "Shuffle": "b", "Volume": "d"]
    guard let sd = bus?.sd, let current, let value = types[property].flatMap({ sd.value(of: message, $0) }) else {
      return -EINVAL
    }
    do throws(MPRISRefusal) {
      switch perform(try current.request(setting: property, to: value), process: nil) {
      case .done: return 1
      case .failed(let reason):
        return sd.sd_bus_error_set(error, "org.freedesktop.DBus.Error.Failed", reason.fitForBus)
      }
    } catch let refusal {
      return sd.sd_bus_error_set(error, refusal.name, refusal.text.fitForBus)
    }
  }

  /// Tells that properties have changed, with their values.
  func announce(_ properties: [String], on bus: OpenBus) {
    guard !properties.isEmpty else { return }
    var names = properties.map { strdup($0) } + [nil]
    defer { for name in names { free(name) } }
    _ = bus.sd.sd_bus_emit_properties_changed_strv(bus.pointer, Self.path, Self.interface, &names)
  }

  /// Tells that the place has changed otherwise than by playing on.
  func announce(position: Int64, on bus: OpenBus) {
    var signal: OpaquePointer?
    defer { _ = bus.sd.sd_bus_message_unref(signal) }
    guard bus.sd.sd_bus_message_new_signal(bus.pointer, &signal, Self.path, Self.interface, "Seeked") >= 0,
      let message = signal
    else { return }
    do throws(BusError) { try BusValue.int64(position).append(to: message, by: bus.sd) } catch { return }
    _ = bus.sd.sd_bus_send(bus.pointer, signal, nil)
  }
}

private func service(_ context: UnsafeMutableRawPointer) -> MPRISService {
  Unmanaged<MPRISService>.fromOpaque(context).takeUnretainedValue()
}

func receiveCall(_ context: UnsafeMutableRawPointer, _ message: OpaquePointer) -> Int32 {
  let service = service(context)
  guard let sd = service.bus?.sd else { return -ENOTCONN }
  service.receive(BusMessage(message, by: sd))
  return 1
}

func giveProperty(
  _ context: UnsafeMutableRawPointer, _ property: UnsafePointer<CChar>, _ reply: OpaquePointer
) -> Int32 { service(context).give(String(cString: property), in: reply) }

func takeProperty(
  _ context: UnsafeMutableRawPointer, _ property: UnsafePointer<CChar>, _ value: OpaquePointer,
  _ error: UnsafeMutablePointer<sd_bus_error>
) -> Int32 { service(context).take(String(cString: property), from: value, error) }
