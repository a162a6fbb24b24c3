import ControlSocket
import Glibc
import LinuxSystem
import PlayerCore

/// The timeline on the disk: a line of JSON for each entry, as the control socket has them. Lines are only added, so a
/// crash loses no more than the last one. A file that is full goes on as the one before; together they have all that is
/// kept. For one thread.
final nonisolated class TimelineFile {
  /// So many lines a file has before a new one is begun.
  static let linesPerFile = TimelineBook.capacity

  private let path: FilePath
  private let file: AppendedFile
  /// Only one player writes; others have a timeline for themselves.
  private let lock: FileLock
  private var lines = 0

  private var older: FilePath { path.appendingEnding(".1") }

  /// Opens the file at `path`, and reads what is there.
  ///
  /// - Parameters:
  ///   - records: gets the entries, the oldest first.
  ///   - problem: gets what could not be read, for people.
  /// - Returns: nil if another player writes there.
  init?(
    path: FilePath, reading records: inout [TimelineRecord], problem: inout String?
  ) throws(SystemCallError) {
    self.path = path
    guard let lock = try FileLock.beside(path) else { return nil }
    self.lock = lock
    var broken = 0
    for name in [path.appendingEnding(".1"), path] {
      let bytes: [UInt8]
      do throws(SystemCallError) {
        guard let read = try FileContents.read(name) else { continue }
        bytes = read
      } catch {
        // So long a file is none of ours.
        guard error.code == EFBIG else { throw error }
        _ = try PrivateFile.moveAside(name)
        broken += 1
        continue
      }
      var good: [TimelineRecord] = []
      let found = bytes.split(separator: UInt8(ascii: "\n"))
      for line in found {
        if let record = try? TimelineRecord(line: line) { good.append(record) } else { broken += 1 }
      }
      // What cannot be read is put aside as it is, and told once; a last line without its end would spoil the next.
      if good.count != found.count {
        _ = try PrivateFile.moveAside(name)
        try FileContents.write(Self.lines(of: good), to: name)
      } else if let last = bytes.last, last != UInt8(ascii: "\n") {
        try FileContents.write(bytes + [UInt8(ascii: "\n")], to: name)
      }
      records += good
      lines = good.count
    }
    file = try AppendedFile(path: path)
    if broken > 0 {
      let what = broken == 1 ? "a part" : "\(broken) parts"
      problem = "\(what) of the timeline could not be read: see \(path.text)*.damaged*"
    }
  }

  private static func lines(of records: some Sequence<TimelineRecord>) -> [UInt8] {
    records.flatMap { $0.lineToKeep + [UInt8(ascii: "\n")] }
  }

  /// Adds entries.
  func append(_ records: [TimelineRecord]) throws(SystemCallError) {
    var rest = records[...]
    while !rest.isEmpty {
      if lines >= Self.linesPerFile {
        try file.begin(anewLeaving: older)
        lines = 0
      }
      let portion = rest.prefix(Self.linesPerFile - lines)
      try file.append(Self.lines(of: portion))
      lines += portion.count
      rest = rest.dropFirst(portion.count)
    }
  }
}
