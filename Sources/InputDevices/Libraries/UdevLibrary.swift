internal import CUdev

/// Whether libudev is installed, by which input devices are found. Loads it; may wait for the disk. Any thread.
public func isUdevInstalled() -> Bool { UdevLibrary.functions != nil }

/// The functions of libudev, loaded when the first of them is needed.
enum UdevLibrary {
  /// Nil where libudev is not installed. A name, not a path: dlopen(3) finds it.
  static let functions: cans_udev? = withUnsafeTemporaryAllocation(of: cans_udev.self, capacity: 1) { functions in
    cans_udev_load("libudev.so.1", functions.baseAddress!) ? functions[0] : nil
  }
}
