internal import CSystemd

/// A message that is kept until it is answered.
final class BusMessage {
  let sd: cans_sd_bus
  let pointer: OpaquePointer

  /// Keeps the message at `pointer`.
  init(_ pointer: OpaquePointer, by sd: cans_sd_bus) {
    self.sd = sd
    self.pointer = pointer
    _ = sd.sd_bus_message_ref(pointer)
  }

  deinit { _ = sd.sd_bus_message_unref(pointer) }

  /// Answers that it was done.
  func reply() {
    var reply: OpaquePointer?
    guard sd.sd_bus_message_new_method_return(pointer, &reply) >= 0 else { return }
    _ = sd.sd_bus_send(nil, reply, nil)
    _ = sd.sd_bus_message_unref(reply)
  }

  /// Answers with an error of this name.
  func reply(error name: String, _ text: String) {
    var error = sd_bus_error()
    _ = sd.sd_bus_error_set(&error, name, text.fitForBus)
    _ = sd.sd_bus_reply_method_error(pointer, &error)
    sd.sd_bus_error_free(&error)
  }

  /// Answers with yes or no.
  func reply(_ truth: Bool) {
    var reply: OpaquePointer?
    guard sd.sd_bus_message_new_method_return(pointer, &reply) >= 0, let message = reply else { return }
    defer { _ = sd.sd_bus_message_unref(reply) }
    do throws(BusError) { try BusValue.boolean(truth).append(to: message, by: sd) } catch { return }
    _ = sd.sd_bus_send(nil, reply, nil)
  }

  /// The connection that it is from; nil if the bus does not say.
  var sender: String? { sd.sd_bus_message_get_sender(pointer).map { String(cString: $0) } }
}

extension cans_sd_bus {
  /// The text of this type that comes next in `message`.
  func text(of message: OpaquePointer, _ type: Unicode.Scalar) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, CChar(type.value), &text) > 0, let text else { return nil }
    return String(cString: text)
  }

  /// The value of this type that comes next in `message`.
  func value(of message: OpaquePointer, _ type: Unicode.Scalar) -> BusValue? {
    switch type {
    case "b":
      var truth: Int32 = 0
      return sd_bus_message_read_basic(message, CChar(type.value), &truth) > 0 ? .boolean(truth != 0) : nil
    case "d":
      var number = 0.0
      return sd_bus_message_read_basic(message, CChar(type.value), &number) > 0 ? .double(number) : nil
    case "s": return text(of: message, type).map(BusValue.string)
    default: return nil
    }
  }
}
