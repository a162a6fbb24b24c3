internal import LinuxSystem

/// Where input devices are found, and opened. One thread.
protocol InputSystem: AnyObject {
  /// To poll for reading: then `changes` has something to tell.
  var descriptors: [Int32] { get }
  /// The nodes in question since the last call; nil: any may be.
  func changes() -> Set<String>?
  /// All nodes there are.
  func names() -> Set<String>
  /// Whether this process may read that node.
  func isReadable(_ name: String) -> Bool
  /// What is known of the device behind it; nil: nothing yet, and `changes` will name it.
  func facts(of name: String) -> InputDeviceFacts?
  /// Opens it, for these keys and switches alone. May wait for the device to wake up.
  func open(_ name: String, keys: Set<UInt16>, switches: Set<UInt16>) throws(SystemCallError) -> any InputReader
}
