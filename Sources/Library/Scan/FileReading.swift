internal import Glibc
public import PlayerCore

/// What came of reading a file for the library.
public enum FileReading: Sendable, Equatable {
  /// It is a track.
  case track(LibraryFacts)
  /// It is none that can be played; why, for people.
  case unreadable(String)
}

/// A file that is to be read, and where what comes of it is to be kept.
struct ReadingOrder: Sendable {
  /// The number that the file has in the database; nil: it is new.
  let id: Int64?
  let folder: Int64
  let name: [UInt8]
  let path: FilePath
  var stamp: FileStamp

  /// Reads it by `read`; nil if it has gone meanwhile. What changes while it is read, or is so new that a change would
  /// not show, is to be read again by the next scan.
  func result(_ read: (FilePath) -> FileReading, now: Int64) -> ReadingResult? {
    var order = self
    let reading = read(path)
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      return errno == ENOENT ? nil : ReadingResult(order, reading)
    }
    if FileStamp(status) != stamp || stamp.modified / 1_000_000 > now - Self.coarsestClock { order.stamp.modified = 0 }
    return ReadingResult(order, reading)
  }

  /// Two changes within so many milliseconds may leave the same time of change.
  private static let coarsestClock: Int64 = 20
}

/// A file that was read.
struct ReadingResult: Sendable {
  let order: ReadingOrder
  let reading: FileReading

  init(_ order: ReadingOrder, _ reading: FileReading) {
    self.order = order
    self.reading = reading
  }
}
