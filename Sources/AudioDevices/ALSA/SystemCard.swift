internal import Glibc
internal import PlayerCore

/// What sysfs knows of a card (Documentation/ABI/stable/sysfs-class-…, `/sys/class/sound/cardN/device`).
struct SystemCard {
  /// How the card is attached.
  let bus: CardBus
  /// For USB what is the same when it is plugged again: vendor, product and serial number, or without a serial number
  /// the port that it is plugged into. Nil for all others.
  let usbIdentity: String?

  /// Reads what is there; a card that has vanished meanwhile looks virtual.
  init(_ index: CardIndex, in folder: String = "/sys/class/sound") {
    guard let device = resolved("\(folder)/card\(index.number)/device") else {
      bus = .virtual
      usbIdentity = nil
      return
    }
    let subsystem = resolved("\(device)/subsystem").map(lastComponent)
    switch subsystem {
    case "usb":
      bus = .usb
      usbIdentity = Self.usbIdentity(ofInterface: device)
    case "platform" where virtualDrivers.contains(resolved("\(device)/driver").map(lastComponent) ?? ""):
      bus = .virtual
      usbIdentity = nil
    default:
      bus = .builtIn
      usbIdentity = nil
    }
  }

  /// A sound card is an interface of the USB device, whose folder is the one above.
  private static func usbIdentity(ofInterface interface: String) -> String {
    let device = String(interface[..<(interface.lastIndex(of: "/") ?? interface.endIndex)])
    let product = "\(line(of: "\(device)/idVendor") ?? "")\(line(of: "\(device)/idProduct") ?? "")"
    if let serial = line(of: "\(device)/serial"), !serial.isEmpty { return "usb-\(product)-\(serial)" }
    return "usb-\(product)@\(lastComponent(device))"
  }
}

/// Platform drivers that have no hardware behind them.
private let virtualDrivers: Set = ["snd_aloop", "snd_dummy", "snd_virmidi"]

private func resolved(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

private func lastComponent(_ path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return path }
  return String(path[path.index(after: slash)...])
}

/// The first line of a file of sysfs.
private func line(of path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = read(descriptor, &bytes, bytes.count)
  guard count > 0 else { return nil }
  return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}
