internal import Glibc
internal import LinuxSystem

/// The folder of the input devices' nodes, watched by inotify(7): nodes come and go, and sessions are given and
/// denied access to them, of which udev tells nobody. It may be missing: then its parent is watched until it is made.
struct InputFolder: ~Copyable {
  /// The descriptor to poll for reading.
  let descriptor: Int32
  /// Where it is.
  let path: String
  private var folder: Int32?
  private var parent: Int32?

  /// Watches `path`, whose parent must be there.
  init(_ path: String) throws(SystemCallError) {
    self.path = path
    descriptor = try retrying("inotify_init") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    watch()
  }

  deinit { close(descriptor) }

  /// The names of the nodes, "event0" and so on.
  func names() -> Set<String> {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names = Set<String>()
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("event") { names.insert(name) }
    }
    return names
  }

  /// Takes in what inotify has; the names of the nodes that came, went or changed. Nil: all of them may have.
  mutating func changes() -> Set<String>? {
    var names = Set<String>()
    var isAnything = false
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          let name = buffer[(offset + MemoryLayout<inotify_event>.size)...].prefix(Int(event.len))
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            isAnything = true
          } else if folder == nil || (event.wd == folder && event.mask & UInt32(IN_IGNORED) != 0) {
            // The folder was made, or has gone.
            folder = nil
            watch()
            isAnything = true
          } else if event.wd == folder {
            let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            if text.hasPrefix("event") { names.insert(text) }
          }
        }
      }
    }
    return isAnything ? nil : names
  }

  private mutating func watch() {
    folder = add(path, IN_CREATE | IN_DELETE | IN_ATTRIB)
    guard folder == nil else { return forgetParent() }
    if parent == nil { parent = add(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), IN_CREATE) }
    // It may have been made between the two calls.
    folder = add(path, IN_CREATE | IN_DELETE | IN_ATTRIB)
    if folder != nil { forgetParent() }
  }

  /// In the parent, too, nodes come and go: they would wake the thread for nothing.
  private mutating func forgetParent() {
    if let parent { inotify_rm_watch(descriptor, parent) }
    parent = nil
  }

  private func add(_ path: String, _ events: Int32) -> Int32? {
    let watch = inotify_add_watch(descriptor, path, UInt32(events))
    return watch < 0 ? nil : watch
  }
}
