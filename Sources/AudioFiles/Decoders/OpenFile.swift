internal import AudioEngine
internal import Glibc
internal import PlayerCore

/// An open regular file, read by offset. Owns its descriptor; used on one thread at a time.
struct OpenFile: ~Copyable {
  /// The descriptor, for libraries that read it themselves; it stays owned here.
  let descriptor: Int32
  /// The file's size in bytes when it was opened.
  let size: Int64

  /// Opens `path` for reading. Anything but a regular file is refused before it is opened: opening a FIFO would wait
  /// for a writer, and opening some devices has effects.
  init(_ path: FilePath) throws(DecodeError) { (descriptor, size) = try Self.openRegular(path) }

  deinit { close(descriptor) }

  /// Reads `buffer.count` bytes from `offset` on, fewer only at the end of the file.
  ///
  /// - Returns: the bytes read, or -1 with errno set.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        return filled > 0 ? filled : -1
      }
      filled += count
    }
    return filled
  }

  /// At most `count` bytes from `offset` on.
  func bytes(at offset: Int64, count: Int) throws(DecodeError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let result = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      if result < 0 { code = errno }
      filled = max(result, 0)
    }
    if code != 0 { throw Self.error(for: code) }
    return bytes
  }

  private static func openRegular(_ path: FilePath) throws(DecodeError) -> (descriptor: Int32, size: Int64) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { throw error(for: errno) }
    try demandRegularFile(status)
    // O_NONBLOCK: the name may have become a FIFO since the look at it.
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw error(for: errno) }
    do throws(DecodeError) {
      guard fstat(descriptor, &status) == 0 else { throw error(for: errno) }
      try demandRegularFile(status)
      if status.st_size == 0 { throw DecodeError("an empty file") }
      return (descriptor, Int64(status.st_size))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func demandRegularFile(_ status: stat) throws(DecodeError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw DecodeError("a folder, not a file")
    case S_IFIFO: throw DecodeError("a pipe, not a file")
    case S_IFSOCK: throw DecodeError("a socket, not a file")
    default: throw DecodeError("a device, not a file")
    }
  }

  /// The one funnel from errno(3) to a sentence.
  private static func error(for code: Int32) -> DecodeError {
    switch code {
    case ENOENT, ENOTDIR: DecodeError("no such file")
    case ENAMETOOLONG: DecodeError("the path is too long")
    case EACCES, EPERM: DecodeError("no permission to read it")
    default: DecodeError("cannot be read: \(sentence(for: code))")
    }
  }

  /// What errno(3) `code` means.
  static func sentence(for code: Int32) -> String { String(cString: strerror(code)) }
}
