internal import CEvdev
internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// An open input device (libevdev), of which the kernel delivers media keys and switches of sound and nothing else. It
/// is not grabbed: others hear the same keys. One thread.
final class EvdevHandle: InputReader {
  let descriptor: Int32
  private let switchCodes: Set<UInt16>
  private let library: cans_evdev
  private let device: OpaquePointer
  private let hasMonotonicTime: Bool

  /// Opens the node at `path` for `keys` and `switches`. May wait for the device to wake up.
  ///
  /// - Throws: also when the kernel cannot hold back other keys, which none before 4.4 can.
  init(_ path: String, keys: Set<UInt16>, switches: Set<UInt16>) throws(SystemCallError) {
    guard let library = EvdevLibrary.functions else { throw SystemCallError(operation: "load libevdev", code: ENOENT) }
    let descriptor = try retrying("open \(path)") { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    var device: OpaquePointer?
    do throws(SystemCallError) {
      let (keyCodes, switchCodes) = (keys.sorted(), switches.sorted())
      try retrying("mask the keys of \(path)") {
        cans_evdev_deliver_only(descriptor, keyCodes, keyCodes.count, switchCodes, switchCodes.count)
      }
      let result = library.libevdev_new_from_fd(descriptor, &device)
      if result < 0 { throw SystemCallError(operation: "look at \(path)", code: -result) }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.library = library
    self.device = device!
    switchCodes = switches
    hasMonotonicTime = library.libevdev_set_clock_id(self.device, CLOCK_MONOTONIC) == 0
    // libevdev knows which keys are down. What was masked is to be forgotten there, too.
    for type in 0..<UInt32(EV_CNT) where type != EV_SYN && type != EV_KEY && type != EV_SW {
      _ = library.libevdev_disable_event_type(self.device, type)
    }
    for code in 0..<UInt32(KEY_CNT) where !keys.contains(UInt16(code)) {
      _ = library.libevdev_disable_event_code(self.device, UInt32(EV_KEY), code)
    }
    for code in 0..<UInt32(SW_CNT) where !switches.contains(UInt16(code)) {
      _ = library.libevdev_disable_event_code(self.device, UInt32(EV_SW), code)
    }
  }

  /// As libevdev has them: it asked for them at the open (EVIOCGSW), and asks again after events were lost.
  var switches: [UInt16: Bool] {
    var states: [UInt16: Bool] = [:]
    for code in switchCodes {
      var value: Int32 = 0
      guard library.libevdev_fetch_event_value(device, UInt32(EV_SW), UInt32(code), &value) != 0 else { continue }
      states[code] = value != 0
    }
    return states
  }

  deinit {
    library.libevdev_free(device)
    close(descriptor)
  }

  /// Takes in what the device has; nil: it is gone, or may not be read any more.
  func read() -> [KeyReading]? {
    var readings: [KeyReading] = []
    var flags = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
    while true {
      var event = input_event()
      let result = library.libevdev_next_event(device, flags, &event)
      switch result {
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        // Some were lost on the way. What libevdev makes up for them says how the keys are now.
        flags = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): break
      case -EAGAIN where flags == LIBEVDEV_READ_FLAG_SYNC.rawValue:
        flags = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
        continue
      case -EAGAIN: return readings
      case -EINTR: continue
      default: return nil
      }
      guard event.type == EV_KEY, let motion = PressMotion(value: event.value) else { continue }
      readings.append(KeyReading(code: event.code, motion: motion, time: time(of: event)))
    }
  }

  private func time(of event: input_event) -> MonotonicTime {
    guard hasMonotonicTime else { return .now }
    return MonotonicTime(nanoseconds: Int64(event.time.tv_sec) * 1_000_000_000 + Int64(event.time.tv_usec) * 1_000)
  }
}

extension PressMotion {
  /// The value of an event of EV_KEY.
  fileprivate init?(value: Int32) {
    switch value {
    case 0: self = .up
    case 1: self = .down
    case 2: self = .repeat
    default: return nil
    }
  }
}
