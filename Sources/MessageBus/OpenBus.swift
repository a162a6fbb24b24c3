internal import CSystemd
internal import LinuxSystem
internal import PlayerCore

/// A connection to a bus that a loop drives: once it is open nothing here waits. One thread opens it and hands
/// it over; from then on it is the loop's.
final class OpenBus: @unchecked Sendable {
  /// The functions of sd-bus.
  let sd: cans_sd_bus
  /// The connection.
  let pointer: OpaquePointer

  /// Most messages that are taken in before the loop gets its turn again.
  private static let messagesAtOnce = 32

  /// Begins to connect to the bus at `address`. Loading sd-bus and finding out where an address leads may block.
  init(address: BusAddress) throws(BusError) {
    // Nobody without a bus needs the library.
    guard address.isNamed else { throw .noBus }
    sd = try SystemdLibrary.load()
    var opened: OpaquePointer?
    let result =
      switch address {
      case .user: sd.sd_bus_open_user_with_description(&opened, "cans")
      case .system: sd.sd_bus_open_system_with_description(&opened, "cans")
      case .at(let address): Self.start(sd, &opened, at: address)
      }
    guard result >= 0, let opened else {
      _ = sd.sd_bus_close_unref(opened)
      throw .noBus
    }
    pointer = opened
  }

  // Without flushing, which would wait for a bus that hangs.
  deinit { _ = sd.sd_bus_close_unref(pointer) }

  private static func start(_ sd: cans_sd_bus, _ bus: inout OpaquePointer?, at address: String) -> Int32 {
    let steps: [(OpaquePointer?) -> Int32] = [
      { sd.sd_bus_set_address($0, address) }, { sd.sd_bus_set_bus_client($0, 1) }, { sd.sd_bus_start($0) },
    ]
    let result = sd.sd_bus_new(&bus)
    return steps.reduce(result) { $0 < 0 ? $0 : $1(bus) }
  }

  /// Whether the bus has let us in.
  var isReady: Bool { sd.sd_bus_is_ready(pointer) > 0 }

  /// How many messages the bus has not taken yet.
  var unsent: UInt64 {
    var count: UInt64 = 0
    return sd.sd_bus_get_n_queued_write(pointer, &count) < 0 ? 0 : count
  }

  /// What the loop is to wait for.
  var polled: PolledDescriptor? {
    let (descriptor, events) = (sd.sd_bus_get_fd(pointer), sd.sd_bus_get_events(pointer))
    guard descriptor >= 0, events >= 0 else { return nil }
    return PolledDescriptor(descriptor, events: Int16(truncatingIfNeeded: events))
  }

  /// When `process` is to be called although nothing has arrived.
  var deadline: MonotonicTime? {
    var microseconds = UInt64.max
    guard sd.sd_bus_get_timeout(pointer, &microseconds) >= 0, microseconds < UInt64(Int64.max / 1_000) else {
      return nil
    }
    return MonotonicTime(nanoseconds: Int64(microseconds) * 1_000)
  }

  /// Takes in what has arrived and sends what waits; `next` is called before each message. Returns
  /// whether the connection still stands.
  func process(before next: () -> Void) -> Bool {
    for _ in 0..<Self.messagesAtOnce {
      next()
      let result = sd.sd_bus_process(pointer, nil)
      guard result >= 0, sd.sd_bus_is_open(pointer) > 0 else { return false }
      if result == 0 { break }
    }
    return true
  }
}
