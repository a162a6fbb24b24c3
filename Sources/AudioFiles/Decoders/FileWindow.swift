internal import AudioEngine
internal import Glibc

/// A file as a C library is to see it: without a stretch that would confuse it, and read in large blocks, because the
/// libraries ask for a few bytes at a time.
final class FileWindow: RandomAccess {
  private let file: OpenFile
  private let junk: Range<Int64>
  /// The bytes to be seen.
  let size: Int64
  /// Where the next read starts.
  private(set) var position: Int64 = 0
  /// The errno(3) of the last read, if it failed: the libraries take a disk that fails for the end of the file.
  private(set) var failure: Int32?
  /// Whether the last read found the file shorter than it was when it was opened.
  private(set) var isCut = false
  private let block: UnsafeMutableRawBufferPointer
  private var blockStart: Int64 = 0
  private var blockCount = 0

  /// `file` up to `end`, or all of it, without the bytes of `junk`.
  init(_ file: consuming OpenFile, without junk: Range<Int64> = 0..<0, upTo end: Int64 = .max) {
    size = min(file.size, end) - Int64(junk.count)
    self.file = file
    self.junk = junk
    block = .allocate(byteCount: 64 * 1_024, alignment: 16)
  }

  deinit { block.deallocate() }

  /// As read(2).
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < target.count {
      if !(blockStart..<blockStart + Int64(blockCount)).contains(position) {
        let count = fill()
        if count < 0 { return filled > 0 ? filled : -1 }
        if count == 0 { break }
      }
      let from = Int(position - blockStart)
      let count = min(target.count - filled, blockCount - from)
      target[filled..<filled + count].copyBytes(from: block[from..<from + count])
      filled += count
      position += Int64(count)
    }
    return filled
  }

  /// At most `count` bytes from `offset` on. The next `read` goes on where the last one ended: the libraries take the
  /// place where they stopped reading for granted.
  func bytes(at offset: Int64, count: Int) throws(DecodeError) -> [UInt8] {
    let place = position
    defer { position = place }
    guard seek(by: offset, whence: SEEK_SET) >= 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(read(into: UnsafeMutableRawBufferPointer(buffer)), 0)
    }
  }

  /// As lseek(2).
  func seek(by offset: Int64, whence: Int32) -> Int64 {
    let base: Int64
    switch whence {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    default: base = size
    }
    let (target, overflow) = base.addingReportingOverflow(offset)
    // No file is so long that what follows the junk in it could overflow.
    guard !overflow, (0...Int64.max / 2).contains(target) else { return -1 }
    position = target
    return target
  }

  private func fill() -> Int {
    let isBeforeJunk = position < junk.lowerBound
    let offset = isBeforeJunk ? position : position + Int64(junk.count)
    let left = (isBeforeJunk ? junk.lowerBound : size) - position
    (failure, isCut) = (nil, false)
    if left <= 0 { return 0 }
    let room = Int(min(Int64(block.count), left))
    let count = file.read(into: UnsafeMutableRawBufferPointer(rebasing: block[..<room]), at: offset)
    failure = count < 0 ? errno : nil
    isCut = count == 0 && position < size
    blockStart = position
    blockCount = max(count, 0)
    return count
  }

  /// The window that a C callback got as its context.
  static func at(_ context: UnsafeMutableRawPointer?) -> FileWindow {
    Unmanaged<FileWindow>.fromOpaque(context!).takeUnretainedValue()
  }
}
