internal import Glibc
internal import LinuxSystem

/// The folder of the sound devices' nodes, watched by inotify(7). It may be missing: then its
/// parent is watched until it is made.
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
  /// The watch of the folder, and of its parent while that is missing.
  private var folder: Int32?
  private var parent: Int32?

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
          note(event, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self), in: &changes)
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    return changes
  }

  private mutating func note(_ event: inotify_event, _ name: String, in changes: inout Changes) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      changes = Changes(controls: true, streams: true)
    } else if folder == nil {
      watch()
      changes.controls = changes.controls || folder != nil
    } else if event.wd != folder {
      // What the parent told before it was let go.
      return
    } else if event.mask & UInt32(IN_IGNORED) != 0 {
      folder = nil
      watch()
      changes.controls = true
    } else if name.hasPrefix(controlPrefix) {
      changes.controls = true
    } else if name.hasPrefix("pcmC") {
      changes.streams = true
    }
  }

  private mutating func watch() {
    folder = add(path, IN_CREATE | IN_DELETE | IN_ATTRIB)
    guard folder == nil else { return forgetParent() }
    parent = add(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), IN_CREATE)
    // It may have been made between the two calls.
    folder = add(path, IN_CREATE | IN_DELETE | IN_ATTRIB)
    if folder != nil { forgetParent() }
  }

  /// In the parent, too, nodes come and go: they would wake the program for nothing.
  private mutating func forgetParent() {
    if let parent { inotify_rm_watch(descriptor, parent) }
    parent = nil
  }

  private func add(_ path: String, _ events: Int32) -> Int32? {
    let watch = inotify_add_watch(descriptor, path, UInt32(events))
    return watch < 0 ? nil : watch
  }
}

private let controlPrefix = "controlC"
