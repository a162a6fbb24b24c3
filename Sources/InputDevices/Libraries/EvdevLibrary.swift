internal import CEvdev

/// Whether libevdev is installed, by which buttons are read. Loads it; may wait for the disk. Any thread.
public func isEvdevInstalled() -> Bool { EvdevLibrary.functions != nil }

/// The functions of libevdev, loaded when the first of them is needed.
enum EvdevLibrary {
  /// Nil where libevdev is not installed. A name, not a path: dlopen(3) finds it.
  static let functions: cans_evdev? = withUnsafeTemporaryAllocation(of: cans_evdev.self, capacity: 1) { functions in
    cans_evdev_load("libevdev.so.2", functions.baseAddress!) ? functions[0] : nil
  }
}
