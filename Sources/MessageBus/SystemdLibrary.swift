internal import CSystemd

/// Whether libsystemd is installed, by which message buses are talked to. Loads it; may wait for the disk. Any thread.
public func isSystemdInstalled() -> Bool { (try? SystemdLibrary.load()) != nil }

/// The functions of sd-bus, loaded when the first of them is needed.
enum SystemdLibrary {
  /// The functions; throws where libsystemd is not installed.
  static func load() throws(BusError) -> cans_sd_bus {
    guard let functions = loaded else { throw .noLibrary }
    return functions
  }

  /// A name, not a path: dlopen(3) finds it. Nothing in it changes; one of its pointers is to data, which makes it
  /// unsafe in the compiler's eyes.
  nonisolated(unsafe) private static let loaded: cans_sd_bus? = {
    withUnsafeTemporaryAllocation(of: cans_sd_bus.self, capacity: 1) { functions in
      cans_sd_bus_load("libsystemd.so.0", functions.baseAddress!) ? functions[0] : nil
    }
  }()
}
