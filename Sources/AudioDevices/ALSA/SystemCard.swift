internal import Glibc
internal import PlayerCore

/// What sysfs knows of a card (Documentation/ABI/stable/sysfs-class-…, `/sys/class/sound/cardN/device`). udev makes its
/// ID_SERIAL of the same files; read here they are there without it, and as soon as the card is.
struct SystemCard {
  /// How the card is attached.
  let bus: CardBus
  /// For USB what is the same when it is plugged again: vendor, product and serial number, or without a serial number
  /// the port that it is plugged into. Nil for all others.
  let usbIdentity: String?
  /// For USB the port that it is plugged into, such as "1-2". Nil for all others.
  let usbPort: String?

  /// Reads what is there; a card that has vanished meanwhile looks virtual.
  init(_ index: CardIndex, in folder: String = "/sys/class/sound") {
    guard let device = resolved("\(folder)/card\(index.number)/device") else {
      bus = .virtual
      usbIdentity = nil
      usbPort = nil
      return
    }
    let subsystem = resolved("\(device)/subsystem").map(lastComponent)
    switch subsystem {
    case "usb":
      bus = .usb
      // A sound card is an interface of the USB device, whose folder is the one above.
      let whole = String(device[..<(device.lastIndex(of: "/") ?? device.endIndex)])
      usbIdentity = Self.usbIdentity(of: whole)
      usbPort = lastComponent(whole)
      return
    case "platform" where virtualDrivers.contains(resolved("\(device)/driver").map(lastComponent) ?? ""):
      bus = .virtual
    default:
      bus = .builtIn
    }
    usbIdentity = nil
    usbPort = nil
  }

  /// What the card is known by, and what people read of it.
  ///
  /// Not every maker gives each device a number of its own. Of those that claim the same one the first that is there
  /// has it, for as long as it is there, and others are known by their ports, too.
  ///
  /// - Parameters:
  ///   - id: ALSA's, "PCH"; the identity of all that is not on USB.
  ///   - name: ALSA's name of it.
  ///   - taken: the identities of the other cards.
  func identity(id: String, name: String, besides taken: Set<String>) -> (stableID: String, name: String) {
    guard let usbIdentity, let usbPort else { return (id, name) }
    if !taken.contains(usbIdentity) { return (usbIdentity, name) }
    return ("\(usbIdentity)@\(usbPort)", "\(name) (port \(usbPort))")
  }

  private static func usbIdentity(of device: String) -> String {
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
