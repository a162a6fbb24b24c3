internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// What is in one folder, of what a scan looks for.
struct FolderListing {
  /// Which folder it is, whatever path leads to it.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// A file by its name.
  struct File {
    let name: [UInt8]
    let stamp: FileStamp
  }

  /// A folder in it.
  struct Member {
    let name: [UInt8]
    /// Whether it is a link to one.
    let isLink: Bool
  }

  private(set) var files: [File] = []
  private(set) var folders: [Member] = []
  /// Files whose paths are so long that no program can open them.
  private(set) var tooLong = 0
  /// Whether there is nothing at all in it.
  private(set) var isEmpty = true
  let identity: Identity
  /// Whether another file system is mounted there.
  let isMount: Bool

  /// Reads the folder at `path`; files are those whose names are sound's by `isSound`, names with a dot in front are
  /// passed over. Blocks on the disk.
  init(of path: FilePath, isSound: ([UInt8]) -> Bool) throws(SystemCallError) {
    let descriptor = try retrying("open \(path.text)") {
      path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
    }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw SystemCallError(operation: "read \(path.text)", code: code)
    }
    defer { closedir(stream) }
    var (own, parent) = (stat(), stat())
    try retrying("look at \(path.text)") { fstat(descriptor, &own) }
    isMount = fstatat(descriptor, "..", &parent, 0) == 0 && parent.st_dev != own.st_dev
    identity = Identity(device: UInt64(own.st_dev), inode: UInt64(own.st_ino))
    errno = 0
    while let entry = readdir(stream) {
      take(entry, in: descriptor, room: Int(PATH_MAX) - path.bytes.count - 2, isSound)
      errno = 0
    }
    if errno != 0 { throw SystemCallError(operation: "read \(path.text)", code: errno) }
  }

  private mutating func take(
    _ entry: UnsafeMutablePointer<dirent>, in folder: Int32, room: Int, _ isSound: ([UInt8]) -> Bool
  ) {
    let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name)!)
      .assumingMemoryBound(to: CChar.self)
    let name = UnsafeRawBufferPointer(start: start, count: strlen(start))
    if name.elementsEqual([UInt8(ascii: ".")]) || name.elementsEqual("..".utf8) { return }
    isEmpty = false
    guard name.first != UInt8(ascii: ".") else { return }
    let bytes = Array(name)
    let type = Int(entry.pointee.d_type)
    let isLink = type == Int(DT_LNK)
    var status = stat()
    switch type {
    case Int(DT_DIR): break
    case Int(DT_REG), Int(DT_LNK), Int(DT_UNKNOWN):
      if type == Int(DT_REG), !isSound(bytes) { return }
      // What a link leads to nowhere, or has just gone, is not there.
      guard fstatat(folder, start, &status, 0) == 0 else { return }
    default: return
    }
    if bytes.count > room {
      tooLong += 1
    } else if type == Int(DT_DIR) || type != Int(DT_REG) && status.st_mode & S_IFMT == S_IFDIR {
      folders.append(Member(name: bytes, isLink: isLink))
    } else if status.st_mode & S_IFMT == S_IFREG, isSound(bytes) {
      files.append(File(name: bytes, stamp: FileStamp(status)))
    }
  }
}
