internal import Glibc
internal import LinuxSystem

/// The folder of the sound devices' nodes, watched by inotify(7). It may be missing: then its parent is watched until it
/// is made.
struct DeviceFolder: ~Copyable {
  /// What has happened since the last look.
  struct Changes: Equatable {
    /// Control nodes came, went or got other permissions.
    var controls = false
    /// PCM nodes came.
    var streams = false
  }

  /// The descriptor to poll for reading.
  let descriptor: Int32
  private let path: String
  private var isWatched = false

  /// Watches `path`, whose parent must be there.
  init(_ path: String = "/dev/snd") throws(SystemCallError) {
    self.path = path
    descriptor = try retrying("inotify_init") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    watch()
  }

  deinit { close(descriptor) }

  /// The numbers of the cards that have a control node, in order.
  func cards() -> [Int] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var numbers: [Int] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(controlPrefix), let number = Int(name.dropFirst(controlPrefix.count)) { numbers.append(number) }
    }
    return numbers.sorted()
  }

  /// Takes in what inotify has.
  mutating func changes() -> Changes {
    var changes = Changes()
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          let name = buffer[(offset + MemoryLayout<inotify_event>.size)...].prefix(Int(event.len))
          note(event.mask, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self), in: &changes)
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    return changes
  }

  private mutating func note(_ mask: UInt32, _ name: String, in changes: inout Changes) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      changes = Changes(controls: true, streams: true)
    } else if !isWatched {
      watch()
      changes.controls = changes.controls || isWatched
    } else if mask & UInt32(IN_IGNORED) != 0 {
      isWatched = false
      watch()
      changes.controls = true
    } else if name.hasPrefix(controlPrefix) {
      changes.controls = true
    } else if name.hasPrefix("pcmC") {
      changes.streams = true
    }
  }

  private mutating func watch() {
    isWatched = inotify_add_watch(descriptor, path, UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB)) >= 0
    if isWatched { return }
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    inotify_add_watch(descriptor, parent, UInt32(IN_CREATE))
    // It may have been made between the two calls.
    isWatched = inotify_add_watch(descriptor, path, UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB)) >= 0
  }
}

private let controlPrefix = "controlC"
