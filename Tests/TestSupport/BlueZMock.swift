public import LinuxSystem

/// A fake BlueZ with one headset, that does what BlueZ's documentation says: dbusmock's bluez5 template, with
/// transports, battery and the signal with the reason of a loss, which it lacks. For one thread.
public final class BlueZMock {
  /// The headset's address, unless it has another one.
  public static let address = "AC:DE:48:00:11:22"
  private static let adapter = "/org/bluez/hci0"
  private static let deviceInterface = "org.bluez.Device1"
  private static let transportInterface = "org.bluez.MediaTransport1"
  private static let manager = "org.freedesktop.DBus.ObjectManager"

  private let mock: BusMock
  private let device: String
  private var transport = 0

  /// Starts it on `bus`, with a paired headset of these profiles, which is not connected.
  public init(
    on bus: PrivateBus, address: String = BlueZMock.address, profiles: [String] = ["1108", "110b", "110e", "111e"]
  ) throws(SystemCallError) {
    device = "\(Self.adapter)/dev_" + address.map { $0 == ":" ? "_" : String($0) }.joined()
    mock = try BusMock(template: "bluez5", name: "org.bluez", path: "/", on: bus)
    try mock.call("AddAdapter", ["ss", "hci0", "laptop"], interface: "org.bluez.Mock", at: "/org/bluez")
    try mock.call("AddDevice", ["sss", "hci0", address, "Buds"], interface: "org.bluez.Mock", at: "/org/bluez")
    let uuids = profiles.map { "0000\($0)-0000-1000-8000-00805f9b34fb" }
    try change([["UUIDs", "as", "\(uuids.count)"] + uuids, ["Paired", "b", "true"]])
  }

  /// Ends BlueZ itself.
  public func stop() { mock.stop() }

  /// The headset connects; `profile` is that of the transport, nil: there is none.
  public func connect(profile: String? = "110a") throws(SystemCallError) {
    try change([["Connected", "b", "true"]])
    guard let profile else { return }
    transport += 1
    let properties = [
      "3", "Device", "o", device, "UUID", "s", "0000\(profile)-0000-1000-8000-00805f9b34fb", "State", "s", "idle",
    ]
    try mock.mock(
      "AddObject", ["ssa{sv}a(ssss)", path, Self.transportInterface] + properties + ["0"], at: "/")
    try mock.emit(
      "InterfacesAdded", Self.manager, "oa{sa{sv}}",
      [["o", path], ["a{sa{sv}}", "1", Self.transportInterface] + properties], at: "/")
  }

  /// The headset says how full it is, for the first time.
  public func addBattery(_ percent: Int) throws(SystemCallError) {
    try mock.emit(
      "InterfacesAdded", Self.manager, "oa{sa{sv}}",
      [["o", device], ["a{sa{sv}}", "1", "org.bluez.Battery1", "1", "Percentage", "y", "\(percent)"]], at: "/")
  }

  /// The battery is less full.
  public func changeBattery(_ percent: Int) throws(SystemCallError) {
    try mock.emit(
      "PropertiesChanged", "org.freedesktop.DBus.Properties", "sa{sv}as",
      [["s", "org.bluez.Battery1"], ["a{sv}", "1", "Percentage", "y", "\(percent)"], ["as", "0"]], at: device)
  }

  /// The headset's transport goes, the first that is seen of a loss.
  public func removeTransport() throws(SystemCallError) {
    try remove(path, Self.transportInterface)
    try mock.mock("RemoveObject", ["s", path], at: "/")
  }

  /// The rest of a loss: with the signal of newer BlueZ (5.66 has none) if there is a reason ("Timeout").
  public func disconnect(reason: String?) throws(SystemCallError) {
    try remove(device, "org.bluez.Battery1")
    if let reason {
      try mock.emit(
        "Disconnected", Self.deviceInterface, "ss", [["s", "org.bluez.Reason.\(reason)"], ["s", "Connection lost"]],
        at: device)
    }
    try change([["Connected", "b", "false"]])
  }

  /// The headset is not paired any more.
  public func forget() throws(SystemCallError) {
    try mock.call("RemoveDevice", ["o", device], interface: "org.bluez.Adapter1", at: Self.adapter)
  }

  private var path: String { "\(device)/fd\(transport)" }

  private func change(_ properties: [[String]]) throws(SystemCallError) {
    try mock.mock(
      "UpdateProperties", ["sa{sv}", Self.deviceInterface, "\(properties.count)"] + properties.joined(),
      at: device)
  }

  private func remove(_ path: String, _ interface: String) throws(SystemCallError) {
    try mock.emit("InterfacesRemoved", Self.manager, "oas", [["o", path], ["as", "1", interface]], at: "/")
  }
}
