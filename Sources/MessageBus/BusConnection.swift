internal import CSystemd
internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// A connection to a bus, closed with its owner. Its members wait for answers, each for a few seconds at most: never to
/// be used on the thread of a loop. One thread at a time.
struct BusConnection: ~Copyable {
  private let sd: cans_sd_bus
  private let bus: OpaquePointer

  /// How long an answer may take.
  private static let patience = Duration.seconds(5)

  /// Connects to the bus at `address`; nil: the system bus.
  init(address: String?) throws(BusError) {
    let sd = try SystemdLibrary.load()
    var opened: OpaquePointer?
    do throws(BusError) {
      try Self.connect(sd, &opened, to: address)
    } catch {
      _ = sd.sd_bus_close_unref(opened)
      throw error
    }
    self.sd = sd
    bus = opened!
  }

  // Without flushing, which would wait for a bus that hangs; what is sent here is sent by the time its answer comes.
  deinit { _ = sd.sd_bus_close_unref(bus) }

  /// The integer property `name` of the service's object: of 32 bits ("i") or 64 ("x").
  func property(_ name: String, type: CChar, of service: BusService) throws(BusError) -> Int64 {
    var error = sd_bus_error()
    defer { sd.sd_bus_error_free(&error) }
    var value: Int64 = 0
    // A smaller number is written into the low bytes.
    let result = sd.sd_bus_get_property_trivial(
      bus, service.name, service.path, service.interface, name, &error, type, &value)
    try check(result, error)
    return type == CChar(UInt8(ascii: "x")) ? value : Int64(Int32(truncatingIfNeeded: value))
  }

  /// Calls `method` of the service's object with a 64-bit and a 32-bit number ("tu"), which answers with nothing.
  func call(_ method: String, _ first: UInt64, _ second: UInt32, of service: BusService) throws(BusError) {
    var message: OpaquePointer?
    try Self.check(
      sd.sd_bus_message_new_method_call(bus, &message, service.name, service.path, service.interface, method))
    defer { _ = sd.sd_bus_message_unref(message) }
    var (first, second) = (first, second)
    try Self.check(sd.sd_bus_message_append_basic(message, CChar(UInt8(ascii: "t")), &first))
    try Self.check(sd.sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &second))
    var error = sd_bus_error()
    defer { sd.sd_bus_error_free(&error) }
    try check(sd.sd_bus_call(bus, message, 0, &error, nil), error)
  }

  private static func connect(
    _ sd: cans_sd_bus, _ bus: inout OpaquePointer?, to address: String?
  ) throws(BusError) {
    if let address {
      try check(sd.sd_bus_new(&bus))
      try check(sd.sd_bus_set_address(bus, address))
      try check(sd.sd_bus_set_bus_client(bus, 1))
      if sd.sd_bus_start(bus) < 0 { throw .noBus }
    } else if sd.sd_bus_open_system(&bus) < 0 {
      throw .noBus
    }
    try check(sd.sd_bus_set_method_call_timeout(bus, microseconds(patience)))
    try greet(sd, bus)
  }

  /// Waits until the bus has let us in: sd-bus itself would wait for a minute and a half.
  private static func greet(_ sd: cans_sd_bus, _ bus: OpaquePointer?) throws(BusError) {
    let deadline = MonotonicTime.now + patience
    while true {
      let ready = sd.sd_bus_is_ready(bus)
      if ready > 0 { return }
      if ready < 0 || sd.sd_bus_process(bus, nil) < 0 { throw .noBus }
      let left = deadline - .now
      guard left > .zero else { throw .noAnswer }
      _ = sd.sd_bus_wait(bus, microseconds(left))
    }
  }

  private static func microseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    return UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
  }

  private static func check(_ result: Int32) throws(BusError) {
    if result < 0 { throw .failed(code: -result) }
  }

  private func check(_ result: Int32, _ error: sd_bus_error) throws(BusError) {
    guard result < 0 else { return }
    guard let name = error.name.map({ String(cString: $0) }) else { throw .failed(code: -result) }
    throw BusError(named: name)
  }
}

/// An object on a bus.
struct BusService {
  let name: String
  let path: String
  let interface: String
}
