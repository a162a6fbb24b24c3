internal import CPulse

/// The functions of libpulse, loaded when the first of them is needed.
enum PulseLibrary {
  /// Nil where libpulse is not installed. A name, not a path: dlopen(3) finds it.
  static let functions: cans_pulse? = withUnsafeTemporaryAllocation(of: cans_pulse.self, capacity: 1) { functions in
    cans_pulse_load("libpulse.so.0", functions.baseAddress!) ? functions[0] : nil
  }
}

/// Whether libpulse is installed, by which sound servers are asked. Loads it; may wait for the disk. Any thread.
public func isPulseInstalled() -> Bool { PulseLibrary.functions != nil }

/// "None" where the server names another thing by its number (PA_INVALID_INDEX, a macro that does not import).
let noIndex = UInt32.max

/// The properties of something at a server, by their names; valid as long as what they are read from.
struct PulseProperties {
  let pulse: cans_pulse
  let list: OpaquePointer?

  /// The property `name`; nil if there is none, or it is empty or no text.
  subscript(name: String) -> String? {
    guard let list, let value = pulse.pa_proplist_gets(list, name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
