import Glibc
import LinuxSystem
import PlayerCore
import Synchronization

@testable import Library

/// A folder of files that a scan takes for music, the library it goes into, and a reader that counts what it reads.
final class MusicTree: Sendable {
  let home: FilePath
  private let opened = Guarded<[FilePath]>([])
  /// Called for each file that is read, before that.
  let onRead = Guarded<@Sendable (FilePath) -> Void>({ _ in })

  init() {
    var template = Array("/tmp/cans-scan-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "cannot make a temporary folder")
    home = FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    make(folder: "music")
  }

  deinit { Self.remove(home) }

  var database: FilePath { home.appending(FilePath("data/library.db")) }
  var music: FilePath { self["music"] }

  /// The path of `name`.
  subscript(name: String) -> FilePath { home.appending(FilePath(name)) }

  func make(folder: String) { try? FileContents.makeFolders(self[folder]) }

  /// Makes a file, which is as old as `age` seconds: one that has just changed is read twice.
  func write(_ text: String, to path: FilePath, age: Int = 100) {
    try? FileContents.write(Array(text.utf8), to: path)
    var times = [timespec(), timespec()]
    clock_gettime(CLOCK_REALTIME, &times[1])
    times[1].tv_sec -= age
    times[0] = times[1]
    _ = path.withCString { utimensat(AT_FDCWD, $0, times, 0) }
  }

  func write(_ text: String, to name: String, age: Int = 100) { write(text, to: self[name], age: age) }

  func rename(_ old: String, to new: String) {
    _ = self[old].withCString { old in self[new].withCString { Glibc.rename(old, $0) } }
  }

  func remove(_ name: String) { Self.remove(self[name]) }

  /// Scans `folders`, or all the music; stops when `limit` files were looked at.
  @discardableResult
  func scan(_ folders: [FilePath]? = nil, stopAt limit: Int = .max) throws(LibraryError) -> ScanReport {
    opened.withLock { $0 = [] }
    let scan = LibraryScan(database: database, isSound: { $0.suffix(4).elementsEqual(".mp3".utf8) }, read: reader)
    return try scan.run(folders ?? [music], note: { text in self.notes.withLock { $0.append(text) } }) {
      $0.files < limit
    }
  }

  /// What scans had to tell.
  let notes = Guarded<[String]>([])

  /// The files that the last scan has read, by their names, sorted.
  var read: [String] { opened.withLock { $0 }.map { $0.lastComponent.text }.sorted() }

  /// A file's title is what is in it; one that begins with "bad" cannot be read.
  private var reader: @Sendable (FilePath) -> FileReading {
    { [self] path in
      opened.withLock { $0.append(path) }
      onRead.withLock { $0 }(path)
      let text = String(decoding: ((try? FileContents.read(path)) ?? nil) ?? [], as: UTF8.self)
      if text.hasPrefix("bad") { return .unreadable(text) }
      var facts = LibraryFacts()
      facts.title = text
      return .track(facts)
    }
  }

  /// What the library says of its files: paths below the home, and for each its title and whether it is offline.
  func files() throws -> [[UInt8]: (id: Int64, title: String?, isOffline: Bool)] {
    let file = try LibraryFile.openForReading(at: database)
    var files: [[UInt8]: (id: Int64, title: String?, isOffline: Bool)] = [:]
    try file.database.prepare(
      "SELECT file.id, path, name, title, is_offline FROM file JOIN folder ON folder.id = folder"
    ).run([]) { row in
      guard case .integer(let id) = row[0], case .blob(let folder) = row[1], case .blob(let name) = row[2] else {
        return
      }
      let title: String? = if case .text(let text) = row[3] { text } else { nil }
      let path = FilePath(bytes: folder).appending(FilePath(bytes: name))
      files[Array(path.bytes.dropFirst(home.bytes.count + 1))] = (id, title, row[4] == .integer(1))
    }
    return files
  }

  /// The files' paths below the home, as text, sorted.
  func names() throws -> [String] { try files().keys.map { String(decoding: $0, as: UTF8.self) }.sorted() }

  private static func remove(_ path: FilePath) {
    guard path.withCString({ unlink($0) }) != 0 else { return }
    if let stream = path.withCString({ opendir($0) }) {
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        if name != [46], name != [46, 46] { remove(path.appending(FilePath(bytes: name))) }
      }
      closedir(stream)
    }
    _ = path.withCString { rmdir($0) }
  }
}
