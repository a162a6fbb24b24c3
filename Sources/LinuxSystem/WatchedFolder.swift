internal import Glibc

/// A folder of device nodes, watched by inotify(7): nodes come and go, and users are given and denied access to them.
/// It may be missing: then its parent is watched until it is made. For one thread; never waits.
public struct WatchedFolder: ~Copyable {
  /// The descriptor to poll for reading.
  public let descriptor: Int32
  /// Where it is.
  public let path: String
  /// The watch of the folder, and of its parent while that is missing.
  private var folder: Int32?
  private var parent: Int32?

  /// Watches `path`, whose parent must be there.
  public init(_ path: String) throws(SystemCallError) {
    self.path = path
    descriptor = try retrying("inotify_init") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    watch()
  }

  deinit { close(descriptor) }

  /// The names of all that is in it; of nothing while it is missing.
  public func names() -> Set<String> {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names = Set<String>()
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.insert(name) }
    }
    return names
  }

  /// Takes in what inotify has: the names of the nodes that came, went or got other permissions since the last look.
  /// Nil: all of them may have.
  public mutating func changes() -> Set<String>? {
    var names: Set<String>? = []
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          let name = buffer[(offset + MemoryLayout<inotify_event>.size)...].prefix(Int(event.len))
          note(event, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self), in: &names)
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    return names
  }

  private mutating func note(_ event: inotify_event, _ name: String, in names: inout Set<String>?) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      names = nil
    } else if folder == nil {
      watch()
      if folder != nil { names = nil }
    } else if event.wd != folder {
      // What the parent told before it was let go.
      return
    } else if event.mask & UInt32(IN_IGNORED) != 0 {
      folder = nil
      watch()
      names = nil
    } else {
      names?.insert(name)
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
