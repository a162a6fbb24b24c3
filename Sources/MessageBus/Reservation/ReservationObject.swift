internal import CSystemd
internal import Glibc
internal import PlayerCore

/// The object by which other programs ask for a card that is reserved; it is on the bus as long as this lives.
final class ReservationObject {
  private let values: [String: BusValue]
  private let sd: cans_sd_bus
  private let owner: UnsafeMutablePointer<cans_bus_object>
  private let receive: (BusMessage) -> Void
  private var slot: OpaquePointer?

  /// An object for `card`, of `priority`; `receive` takes each call of RequestRelease.
  init?(of card: CardIndex, priority: Int32, on bus: OpenBus, receive: @escaping (BusMessage) -> Void) {
    values = [
      "Priority": .int32(priority), "ApplicationName": .string("cans"),
      "ApplicationDeviceName": .string("hw:\(card.number)"),
    ]
    sd = bus.sd
    self.receive = receive
    owner = .allocate(capacity: 1)
    owner.initialize(
      to: cans_bus_object(
        context: Unmanaged.passUnretained(self).toOpaque(), call: receiveRequest, get: giveValue, set: nil))
    var functions = sd
    let result = cans_reservation_add(
      &functions, bus.pointer, CardReservation.service(of: card).path, owner, &slot)
    if result < 0 { return nil }
  }

  deinit {
    // The slot holds the connection, too.
    _ = sd.sd_bus_slot_unref(slot)
    owner.deallocate()
  }

  fileprivate func take(_ message: OpaquePointer) { receive(BusMessage(message, by: sd)) }

  fileprivate func give(_ property: String, in reply: OpaquePointer) -> Int32 {
    guard let value = values[property] else { return -ENOENT }
    do throws(BusError) { try value.append(to: reply, by: sd) } catch { return -EIO }
    return 0
  }
}

private func object(_ context: UnsafeMutableRawPointer) -> ReservationObject {
  Unmanaged<ReservationObject>.fromOpaque(context).takeUnretainedValue()
}

private func receiveRequest(_ context: UnsafeMutableRawPointer, _ message: OpaquePointer) -> Int32 {
  object(context).take(message)
  return 1
}

private func giveValue(
  _ context: UnsafeMutableRawPointer, _ property: UnsafePointer<CChar>, _ reply: OpaquePointer
) -> Int32 { object(context).give(String(cString: property), in: reply) }
