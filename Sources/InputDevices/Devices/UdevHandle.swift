internal import CUdev
internal import Glibc
internal import PlayerCore

/// libudev's view of the system: what sysfs says about input devices, and udev's word that it is done with a new one.
/// One thread.
struct UdevHandle: ~Copyable {
  private let library: cans_udev
  private let udev: OpaquePointer
  private let monitor: OpaquePointer?

  /// Nil where libudev cannot be loaded. Listens to udev if that runs here.
  init?() {
    guard let library = UdevLibrary.functions, let udev = library.udev_new() else { return nil }
    self.library = library
    self.udev = udev
    monitor = Self.isRunning ? Self.monitor(library, udev) : nil
  }

  deinit {
    if let monitor { _ = library.udev_monitor_unref(monitor) }
    _ = library.udev_unref(udev)
  }

  /// The monitor's descriptor, to poll for reading; nil where udev does not run: then nothing would ever come from it.
  var descriptor: Int32? { monitor.map { library.udev_monitor_get_fd($0) } }

  /// Takes in what udev has told; the names of the nodes in question.
  func changes() -> Set<String> {
    guard let monitor else { return [] }
    var names = Set<String>()
    while let device = library.udev_monitor_receive_device(monitor) {
      if let name = library.udev_device_get_sysname(device) { names.insert(String(cString: name)) }
      _ = library.udev_device_unref(device)
    }
    return names
  }

  /// What is known of the device behind the node `name` ("event3"); nil if there is none, or udev is not done with
  /// it: its keys may become others still.
  func facts(of name: String) -> InputDeviceFacts? {
    guard let device = library.udev_device_new_from_subsystem_sysname(udev, "input", name) else { return nil }
    defer { _ = library.udev_device_unref(device) }
    if monitor != nil, library.udev_device_get_is_initialized(device) == 0 { return nil }
    guard let input = library.udev_device_get_parent_with_subsystem_devtype(device, "input", nil) else { return nil }
    let bus = UInt16(attribute("id/bustype", of: input), radix: 16)
    let path = library.udev_device_get_syspath(device).map { String(cString: $0) } ?? ""
    var facts = InputDeviceFacts(
      name: attribute("name", of: input), bus: Self.bus(bus), phys: attribute("phys", of: input),
      isVirtual: path.hasPrefix("/sys/devices/virtual/"),
      keys: InputDeviceFacts.bits(attribute("capabilities/key", of: input)),
      switches: InputDeviceFacts.bits(attribute("capabilities/sw", of: input)))
    if let card = library.udev_device_get_parent_with_subsystem_devtype(device, "sound", nil) {
      facts.isOfSoundCard = true
      facts.card = library.udev_device_get_sysname(card).flatMap { CardIndex(systemName: String(cString: $0)) }
    } else if facts.bus == .usb,
      let parent = library.udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
    {
      // An interface of the class audio (01), be it one that no driver has taken.
      facts.isOfUSBSound =
        first(below: parent, in: "usb") {
          _ = library.udev_enumerate_add_match_sysattr($0, "bInterfaceClass", "01")
        } != nil
      facts.card = first(below: parent, in: "sound") {
        _ = library.udev_enumerate_add_match_sysname($0, "card*")
      }.flatMap { CardIndex(systemName: $0) }
    }
    return facts
  }

  /// The name in sysfs of the first device of `subsystem` below `parent` that `match` lets through; nil: there is none.
  private func first(
    below parent: OpaquePointer, in subsystem: String, matching match: (OpaquePointer) -> Void
  ) -> String? {
    guard let list = library.udev_enumerate_new(udev) else { return nil }
    defer { _ = library.udev_enumerate_unref(list) }
    _ = library.udev_enumerate_add_match_parent(list, parent)
    _ = library.udev_enumerate_add_match_subsystem(list, subsystem)
    match(list)
    _ = library.udev_enumerate_scan_devices(list)
    guard let path = library.udev_list_entry_get_name(library.udev_enumerate_get_list_entry(list)) else { return nil }
    return String(cString: path).split(separator: "/").last.map(String.init)
  }

  private func attribute(_ name: String, of device: OpaquePointer) -> String {
    library.udev_device_get_sysattr_value(device, name).map { String(cString: $0) } ?? ""
  }

  private static func bus(_ number: UInt16?) -> InputDeviceFacts.Bus {
    switch number {
    case 0: .none
    case 3: .usb
    case 5: .bluetooth
    default: .other
    }
  }

  /// Without udev its monitor would be as silent as with it and no news.
  private static var isRunning: Bool { access("/run/udev/control", F_OK) == 0 }

  private static func monitor(_ library: cans_udev, _ udev: OpaquePointer) -> OpaquePointer? {
    guard let monitor = library.udev_monitor_new_from_netlink(udev, "udev") else { return nil }
    _ = library.udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    if library.udev_monitor_enable_receiving(monitor) >= 0 { return monitor }
    _ = library.udev_monitor_unref(monitor)
    return nil
  }
}

extension CardIndex {
  /// The card that sysfs calls "card1".
  fileprivate init?(systemName name: String) {
    guard name.hasPrefix("card"), let number = Int(name.dropFirst("card".count)) else { return nil }
    self.init(number)
  }
}
