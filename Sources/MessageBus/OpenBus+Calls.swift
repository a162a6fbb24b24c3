internal import CSystemd
internal import PlayerCore

/// A signal that came over a bus.
struct BusSignal {
  /// The connection that it is from, by its number on the bus, or the bus itself.
  let sender: String
  /// The object that it is about.
  let path: String
  let member: String
  let arguments: [BusDatum]
}

/// Calls and subscriptions, each with a closure that takes what comes of it in a later `process`. Those of a connection
/// that is lost are never called any more.
extension OpenBus {
  /// How long an answer may take by default: nobody waits for it.
  static let patience = Duration.seconds(5)

  /// Calls `method` of an object, without having its service started. `answered` is called in any case, at once if
  /// nothing can be sent.
  func call(
    _ method: String, of object: BusService, _ arguments: [BusValue] = [], within limit: Duration = OpenBus.patience,
    answered: @escaping (Result<[BusDatum], BusError>) -> Void
  ) {
    do throws(BusError) {
      let message = try call(method, of: object, arguments)
      defer { _ = sd.sd_bus_message_unref(message) }
      try keep({ [sd] in answered(sd.answer($0)) }) { context, slot in
        sd.sd_bus_call_async(pointer, &slot, message, takeMessage, context, UInt64(limit.wholeNanoseconds / 1_000))
      }
    } catch {
      answered(.failure(error))
    }
  }

  /// Calls `method` of an object without caring for what comes of it.
  func send(_ method: String, to object: BusService, _ arguments: [BusValue] = []) {
    guard let message = try? call(method, of: object, arguments) else { return }
    _ = sd.sd_bus_message_set_expect_reply(message, 0)
    _ = sd.sd_bus_send(pointer, message, nil)
    _ = sd.sd_bus_message_unref(message)
  }

  /// Has all signals that match `rule` (D-Bus specification, Match Rules) taken by `take`.
  func subscribe(_ rule: String, _ take: @escaping (BusSignal) -> Void) {
    try? keep({ [sd] in take(sd.signal($0)) }) { context, slot in
      sd.sd_bus_add_match_async(pointer, &slot, "type='signal',\(rule)", takeMessage, ignoreMessage, context)
    }
  }

  /// Asks for the name `name`. `answered` is called with the bus's answer, DBUS_REQUEST_NAME_REPLY_….
  func request(_ name: String, flags: UInt64, answered: @escaping (Int64?) -> Void) {
    do throws(BusError) {
      try keep({ [sd] in answered((try? sd.answer($0).get())?.first?.number) }) { context, slot in
        sd.sd_bus_request_name_async(pointer, &slot, name, flags, takeMessage, context)
      }
    } catch {
      answered(nil)
    }
  }

  /// Gives the name `name` back.
  func release(_ name: String) { _ = sd.sd_bus_release_name_async(pointer, nil, name, ignoreMessage, nil) }

  /// This connection's number on the bus; nil before the bus has let us in.
  var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    guard isReady, sd.sd_bus_get_unique_name(pointer, &name) >= 0 else { return nil }
    return name.map { String(cString: $0) }
  }

  private func call(
    _ method: String, of object: BusService, _ arguments: [BusValue]
  ) throws(BusError) -> OpaquePointer {
    var message: OpaquePointer?
    let result = sd.sd_bus_message_new_method_call(
      pointer, &message, object.name, object.path, object.interface, method)
    guard result >= 0, let message else { throw .failed(code: -result) }
    do throws(BusError) {
      for argument in arguments { try argument.append(to: message, by: sd) }
    } catch {
      _ = sd.sd_bus_message_unref(message)
      throw error
    }
    _ = sd.sd_bus_message_set_auto_start(message, 0)
    return message
  }

  /// Has `take` live as long as the slot that `begin` makes, which is the connection's.
  private func keep(
    _ take: @escaping (OpaquePointer) -> Void, _ begin: (UnsafeMutableRawPointer, inout OpaquePointer?) -> Int32
  ) throws(BusError) {
    let taker = Unmanaged.passRetained(MessageTaker(take))
    var slot: OpaquePointer?
    let result = begin(taker.toOpaque(), &slot)
    guard result >= 0, let slot else {
      taker.release()
      throw .failed(code: -result)
    }
    _ = sd.sd_bus_slot_set_destroy_callback(slot, forgetTaker)
    _ = sd.sd_bus_slot_set_floating(slot, 1)
    _ = sd.sd_bus_slot_unref(slot)
  }
}

private final class MessageTaker {
  let take: (OpaquePointer) -> Void
  init(_ take: @escaping (OpaquePointer) -> Void) { self.take = take }
}

private func takeMessage(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  Unmanaged<MessageTaker>.fromOpaque(context).takeUnretainedValue().take(message)
  return 0
}

/// In the place of no function at all: without one sd-bus closes the connection when something is refused.
private func ignoreMessage(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 { 0 }

private func forgetTaker(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<MessageTaker>.fromOpaque(context).release() }
}

extension cans_sd_bus {
  /// The text that `get` reads of a message; empty if there is none.
  private func header(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  fileprivate func signal(_ message: OpaquePointer) -> BusSignal {
    BusSignal(
      sender: header(sd_bus_message_get_sender(message)), path: header(sd_bus_message_get_path(message)),
      member: header(sd_bus_message_get_member(message)), arguments: arguments(of: message))
  }

  fileprivate func answer(_ message: OpaquePointer) -> Result<[BusDatum], BusError> {
    if let error = sd_bus_message_get_error(message), let name = error.pointee.name {
      return .failure(BusError(named: String(cString: name)))
    }
    return .success(arguments(of: message))
  }
}
