internal import Glibc
internal import LinuxSystem

/// The machine's input devices. Neither libudev nor libevdev is loaded before there is one that may be read.
final class LinuxInputSystem: InputSystem {
  private var folder: WatchedFolder
  private var udev: UdevHandle?
  private var hasTriedUdev = false

  /// Watches the nodes in `path`.
  init(_ path: String = "/dev/input") throws(SystemCallError) { folder = try WatchedFolder(path) }

  var descriptors: [Int32] {
    if let descriptor = udev?.descriptor { return [folder.descriptor, descriptor] }
    return [folder.descriptor]
  }

  func changes() -> Set<String>? {
    let told = udev?.changes() ?? []
    return folder.changes().map { Self.nodes($0).union(told) }
  }

  func names() -> Set<String> { Self.nodes(folder.names()) }

  func isReadable(_ name: String) -> Bool { access(path(of: name), R_OK) == 0 }

  func facts(of name: String) -> InputDeviceFacts? {
    if !hasTriedUdev {
      hasTriedUdev = true
      udev = UdevHandle()
    }
    return udev?.facts(of: name)
  }

  func open(_ name: String, keys: Set<UInt16>, switches: Set<UInt16>) throws(SystemCallError) -> any InputReader {
    try EvdevHandle(path(of: name), keys: keys, switches: switches)
  }

  /// Those of `names` that are read here: "event0" and so on. The folder holds older kinds of nodes, too.
  private static func nodes(_ names: Set<String>) -> Set<String> { names.filter { $0.hasPrefix("event") } }

  private func path(of name: String) -> String { folder.path + "/" + name }
}
