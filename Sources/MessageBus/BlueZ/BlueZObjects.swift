internal import PlayerCore

/// BlueZ's objects, as far as they are about sound (org.bluez.Device(5), MediaTransport(5), Battery(5)): a value that
/// changes with its signals.
struct BlueZObjects {
  static let device = "org.bluez.Device1"
  static let transport = "org.bluez.MediaTransport1"
  static let battery = "org.bluez.Battery1"

  private struct Device {
    var properties: [String: BusDatum]
    var battery: Int?
    var loss: BluetoothFacts.Loss?
    /// Whether it was connected since it is known here.
    var wasConnected = false

    var isConnected: Bool { properties["Connected"]?.truth == true }
    var profiles: Set<BluetoothProfile> {
      Set((properties["UUIDs"]?.list ?? []).compactMap(\.text).compactMap(BluetoothProfile.init(uuid:)))
    }
  }

  private struct Transport {
    let device: String
    let profile: BluetoothProfile?
  }

  private var devices: [String: Device] = [:]
  private var transports: [String: Transport] = [:]

  /// What is true of devices that sound can go to, by their addresses: from when they are connected on.
  var facts: [BluetoothFacts] {
    devices.compactMap { path, device in facts(of: device, at: path) }.sorted { $0.address < $1.address }
  }

  private func facts(of device: Device, at path: String) -> BluetoothFacts? {
    guard device.wasConnected, let address = device.properties["Address"]?.text else { return nil }
    let profiles = device.profiles
    // A telephone that plays to this computer has a transport, too. BlueZ names the end that is here.
    let isSource = profiles.contains { !$0.hears }
    let own = transports.filter { $0.value.device == path && !(isSource && $0.value.profile?.hears == true) }
    guard profiles.isEmpty ? !own.isEmpty : profiles.contains(where: \.hears) else { return nil }
    let transport = own.min { $0.key < $1.key }?.value.profile
    let port = transport?.port ?? BluetoothProfile.port(of: profiles)
    // Calls have no transport at BlueZ: a device for nothing else is there while it is connected.
    let isReachable = !own.isEmpty || port == .bluetoothHFP && device.isConnected
    return BluetoothFacts(
      address: address, name: device.properties["Alias"]?.text ?? device.properties["Name"]?.text ?? address,
      port: port, isReachable: isReachable, battery: device.battery, loss: isReachable ? nil : device.loss)
  }

  /// These are all (ObjectManager.GetManagedObjects).
  mutating func replace(with objects: [String: BusDatum]) {
    let old = devices
    devices = [:]
    transports = [:]
    for (path, interfaces) in objects { add(path, interfaces.map ?? [:]) }
    // Whoever comes to know of a loss after BlueZ was started again still wants to know why.
    for (path, device) in old where device.wasConnected && devices[path] != nil {
      devices[path]?.wasConnected = true
      if devices[path]?.isConnected == false { devices[path]?.loss = device.loss }
    }
  }

  /// Objects were added, or an object's interfaces (InterfacesAdded).
  mutating func add(_ path: String, _ interfaces: [String: BusDatum]) {
    if let properties = interfaces[Self.device]?.map {
      devices[path] = Device(properties: properties)
      noteConnection(of: path)
    }
    if let properties = interfaces[Self.transport]?.map, let device = properties["Device"]?.text {
      transports[path] = Transport(
        device: device, profile: properties["UUID"]?.text.flatMap(BluetoothProfile.init(uuid:)))
      devices[device]?.wasConnected = true
      devices[device]?.loss = nil
    }
    if let properties = interfaces[Self.battery]?.map { devices[path]?.battery = Self.percentage(in: properties) }
  }

  /// Interfaces were removed (InterfacesRemoved).
  mutating func remove(_ path: String, _ interfaces: [String]) {
    for interface in interfaces {
      switch interface {
      case Self.device: devices[path] = nil
      case Self.transport: transports[path] = nil
      case Self.battery: devices[path]?.battery = nil
      default: break
      }
    }
  }

  /// An object's properties have changed (PropertiesChanged).
  mutating func change(_ path: String, _ interface: String, _ properties: [String: BusDatum], invalidated: [String]) {
    switch interface {
    case Self.device:
      devices[path]?.properties.merge(properties) { $1 }
      for name in invalidated { devices[path]?.properties[name] = nil }
      if properties["Connected"] != nil { noteConnection(of: path) }
    case Self.battery:
      if let percentage = Self.percentage(in: properties) { devices[path]?.battery = percentage }
    default: break
    }
  }

  /// A device says why it went (Device1.Disconnected).
  mutating func disconnect(_ path: String, reason: String) {
    devices[path]?.loss =
      switch reason {
      case "org.bluez.Reason.Timeout": .timedOut
      case "org.bluez.Reason.Remote": .byDevice
      case "org.bluez.Reason.Local", "org.bluez.Reason.Suspend": .byComputer
      default: nil
      }
  }

  /// BlueZ itself has gone, and with it every link.
  mutating func loseAll() {
    transports = [:]
    for path in devices.keys {
      devices[path]?.properties["Connected"] = .truth(false)
      devices[path]?.battery = nil
    }
  }

  private mutating func noteConnection(of path: String) {
    guard devices[path]?.isConnected == true else { return }
    devices[path]?.wasConnected = true
    devices[path]?.loss = nil
  }

  private static func percentage(in properties: [String: BusDatum]) -> Int? {
    properties["Percentage"]?.number.map { Int($0) }
  }
}
