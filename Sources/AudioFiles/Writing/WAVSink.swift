internal import Glibc

/// The bytes that libsndfile writes, on their way into a descriptor. One thread at a time.
///
/// The header is held back until it is complete. Afterwards bytes go into a file where libsndfile wants them; a pipe
/// cannot be sought, and what libsndfile would change in its header is left out. There the header goes with the first
/// samples in one write(2): readers such as sox take what their first read(2) gives for all that they can look at.
final class WAVSink {
  private let descriptor: Int32
  private let isSeekable: Bool
  /// The header until it is sent.
  private var heldBack: [UInt8]? = []
  /// The header of a pipe until there are samples.
  private var unsent: [UInt8] = []
  private(set) var position: Int64 = 0
  /// The bytes written so far, those held back included.
  private(set) var length: Int64 = 0
  /// The errno(3) of the first write that failed; nothing is written after it.
  private(set) var failure: Int32?

  /// A sink into `descriptor`, which stays the caller's.
  init(_ descriptor: Int32, isSeekable: Bool) {
    self.descriptor = descriptor
    self.isSeekable = isSeekable
  }

  /// As lseek(2).
  func seek(by offset: Int64, whence: Int32) -> Int64 {
    switch whence {
    case SEEK_SET: position = offset
    case SEEK_CUR: position += offset
    default: position = length + offset
    }
    return position
  }

  /// As write(2), but all or nothing.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard failure == nil else { return 0 }
    if heldBack != nil {
      // Always all of the header.
      heldBack = Array(bytes)
      length = 0
    } else if isSeekable || position == length {
      guard unsent.isEmpty ? send(bytes, to: position) : sendAll(unsent + bytes) else { return 0 }
    }
    position += Int64(bytes.count)
    length = max(length, position)
    return bytes.count
  }

  /// The header is complete: it is sent, or waits for the first samples. That of a pipe says the most that it can as
  /// lengths; a reader takes what there is.
  func sendHeader() {
    guard var header = heldBack else { return }
    heldBack = nil
    if !isSeekable {
      // The file's length stands behind the name of the container, that of the samples right before them.
      let most: [UInt8] = [255, 255, 255, 255]
      for start in [4, header.count - 4] { header.replaceSubrange(start..<start + 4, with: most) }
    }
    if isSeekable { header.withUnsafeBytes { _ = send($0, to: 0) } } else { unsent = header }
  }

  /// Sends a header for which there were no samples.
  func finish() {
    if failure == nil, !unsent.isEmpty { _ = sendAll(unsent) }
  }

  private func sendAll(_ bytes: [UInt8]) -> Bool {
    unsent = []
    return bytes.withUnsafeBytes { send($0, to: 0) }
  }

  /// Writes all of `bytes`; false, with `failure`, if that cannot be.
  private func send(_ bytes: UnsafeRawBufferPointer, to place: Int64) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let offset = off_t(place) + off_t(bytes.count - rest.count)
      let count =
        isSeekable
        ? pwrite(descriptor, rest.baseAddress, rest.count, offset)
        : Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if count == 0 || errno != EINTR {
        failure = count == 0 ? EIO : errno
        return false
      }
    }
    return true
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> WAVSink {
    Unmanaged<WAVSink>.fromOpaque(context!).takeUnretainedValue()
  }
}
