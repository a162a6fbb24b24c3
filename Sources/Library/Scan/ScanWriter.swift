internal import LinuxSystem
internal import PlayerCore

/// What a scan reads from and writes to the library. Changes are committed in bunches.
final class ScanWriter {
  /// A folder as the library knows it.
  struct Folder {
    let id: Int64
    let path: FilePath
    var isMount: Bool
    var isOffline: Bool
    var problem: String?
  }

  /// A file as the library knows it.
  struct File {
    let id: Int64
    let stamp: FileStamp
  }

  /// A commit so often loses nothing worth mentioning with a stop, and costs nothing worth mentioning.
  private static let interval = Duration.milliseconds(100)

  private let database: Database
  private let oneFolder: Statement
  private let addFolder: Statement
  private let changeFolder: Statement
  private let removeFolder: Statement
  private let foldersBelow: Statement
  private let takeOffline: Statement
  private let filesOfFolder: Statement
  private let filesByStamp: Statement
  private let addFile: Statement
  private let changeFile: Statement
  private let moveFile: Statement
  private let removeFile: Statement
  private let addSearch: Statement
  private let moveSearch: Statement
  private let removeSearch: Statement
  private var nextFolder: Int64
  private var nextFile: Int64
  /// When the changes that are not committed began.
  private var began: MonotonicTime?

  init(_ database: Database) throws(DatabaseError) {
    func prepare(_ sql: String) throws(DatabaseError) -> Statement { try database.prepare(sql) }
    self.database = database
    let folder = "SELECT id, path, is_mount, is_offline, problem FROM folder WHERE path"
    oneFolder = try prepare("\(folder) = ?")
    foldersBelow = try prepare("\(folder) > ? AND path < ? ORDER BY path")
    addFolder = try prepare("INSERT INTO folder (id, path, is_mount, problem) VALUES (?, ?, ?, ?)")
    changeFolder = try prepare("UPDATE folder SET is_mount = ?, is_offline = ?, problem = ? WHERE id = ?")
    removeFolder = try prepare("DELETE FROM folder WHERE id = ?")
    takeOffline = try prepare(
      "UPDATE folder SET is_offline = 1 WHERE (path = ? OR path > ? AND path < ?) AND NOT is_offline")
    filesOfFolder = try prepare("SELECT id, name, size, modified, inode FROM file WHERE folder = ?")
    filesByStamp = try prepare(
      "SELECT file.id, inode, name, path FROM file JOIN folder ON folder.id = file.folder "
        + "WHERE size = ? AND modified = ? AND NOT is_offline")
    let facts = FactsRow.names
    let places = String(repeating: ", ?", count: facts.count)
    addFile = try prepare(
      "INSERT INTO file (folder, name, size, modified, inode, problem, \(facts.joined(separator: ", ")), added, id) "
        + "VALUES (?, ?, ?, ?, ?, ?\(places), ?, ?)")
    changeFile = try prepare(
      "UPDATE file SET folder = ?, name = ?, size = ?, modified = ?, inode = ?, problem = ?, "
        + facts.map { "\($0) = ?" }.joined(separator: ", ") + " WHERE id = ?")
    moveFile = try prepare("UPDATE file SET folder = ?, name = ?, inode = ? WHERE id = ?")
    removeFile = try prepare("DELETE FROM file WHERE id = ?")
    addSearch = try prepare(SearchRow.insertion)
    moveSearch = try prepare("UPDATE search SET path = ? WHERE rowid = ?")
    removeSearch = try prepare("DELETE FROM search WHERE rowid = ?")
    func next(_ table: String) throws(DatabaseError) -> Int64 {
      if case .integer(let last) = try database.value("SELECT max(id) FROM \(table)") { last + 1 } else { 1 }
    }
    nextFolder = try next("folder")
    nextFile = try next("file")
  }

  // MARK: Folders

  /// The folder at `path`; nil if it is not known.
  func folder(at path: FilePath) throws(DatabaseError) -> Folder? {
    var found: Folder?
    try oneFolder.run([.blob(path.bytes)]) { row throws(DatabaseError) in found = try Self.folder(row) }
    return found
  }

  /// The folders below `path`, each before those in it.
  func folders(below path: FilePath) throws(DatabaseError) -> [Folder] {
    var found: [Folder] = []
    try foldersBelow.run(Self.below(path)) { row throws(DatabaseError) in found.append(try Self.folder(row)) }
    return found
  }

  /// Adds the folder at `path`, and returns its number.
  func add(_ path: FilePath, isMount: Bool, problem: String?) throws(DatabaseError) -> Int64 {
    try begin()
    defer { nextFolder += 1 }
    try addFolder.run([.integer(nextFolder), .blob(path.bytes), .integer(isMount ? 1 : 0), SQLValue(problem)])
    return nextFolder
  }

  /// Keeps what has become of a folder.
  func change(_ folder: Folder) throws(DatabaseError) {
    try begin()
    try changeFolder.run([
      .integer(folder.isMount ? 1 : 0), .integer(folder.isOffline ? 1 : 0), SQLValue(folder.problem),
      .integer(folder.id),
    ])
  }

  /// Marks the folder at `path` and all below as not there for now.
  func takeOffline(_ path: FilePath) throws(DatabaseError) {
    try begin()
    try takeOffline.run([.blob(path.bytes)] + Self.below(path))
  }

  /// Removes a folder that has no files any more.
  func removeFolder(_ id: Int64) throws(DatabaseError) {
    try begin()
    try removeFolder.run([.integer(id)])
  }

  // MARK: Files

  /// The files of a folder, by their names.
  func files(of folder: Int64) throws(DatabaseError) -> [[UInt8]: File] {
    var files: [[UInt8]: File] = [:]
    try filesOfFolder.run([.integer(folder)]) { row throws(DatabaseError) in
      guard case .integer(let id) = row[0], case .blob(let name) = row[1], case .integer(let size) = row[2],
        case .integer(let modified) = row[3], case .integer(let inode) = row[4]
      else { throw .damaged("a file is none") }
      files[name] = File(id: id, stamp: FileStamp(size: size, modified: modified, inode: inode))
    }
    return files
  }

  /// Files that may be `file` under another name: as large, changed at the same nanosecond, and with its inode or its
  /// name.
  func namesakes(of file: FolderListing.File) throws(DatabaseError) -> [(id: Int64, path: FilePath)] {
    var found: [(id: Int64, path: FilePath)] = []
    try filesByStamp.run([.integer(file.stamp.size), .integer(file.stamp.modified)]) { row throws(DatabaseError) in
      guard case .integer(let id) = row[0], case .integer(let inode) = row[1], case .blob(let name) = row[2],
        case .blob(let folder) = row[3]
      else { throw .damaged("a file is none") }
      if inode == file.stamp.inode || name == file.name {
        found.append((id, FilePath(bytes: folder).appending(FilePath(bytes: name))))
      }
    }
    return found
  }

  /// Gives a file, which stays the same, another place.
  func move(
    _ id: Int64, to folder: Int64, at path: FilePath, _ file: FolderListing.File
  ) throws(DatabaseError) {
    try begin()
    try moveFile.run([.integer(folder), .blob(file.name), .integer(file.stamp.inode), .integer(id)])
    try moveSearch.run([SearchRow.path(name: file.name, folder: path), .integer(id)])
  }

  /// Keeps what was read of a file.
  func write(_ result: ReadingResult) throws(DatabaseError) {
    try begin()
    let (order, stamp) = (result.order, result.order.stamp)
    let (facts, problem): (LibraryFacts?, String?) =
      switch result.reading {
      case .track(let facts): (facts, nil)
      case .unreadable(let reason): (nil, reason)
      }
    let values =
      [
        .integer(order.folder), .blob(order.name), .integer(stamp.size), .integer(stamp.modified),
        .integer(stamp.inode), SQLValue(problem),
      ] + (facts.map(FactsRow.values) ?? FactsRow.none)
    let id = order.id ?? nextFile
    if order.id == nil {
      try addFile.run(values + [.integer(WallClock.now), .integer(id)])
      nextFile += 1
    } else {
      try changeFile.run(values + [.integer(id)])
      try removeSearch.run([.integer(id)])
    }
    guard let facts else { return }
    try addSearch.run(SearchRow.values(facts, name: order.name, folder: order.path.folder) + [.integer(id)])
  }

  /// Removes a file.
  func remove(_ id: Int64) throws(DatabaseError) {
    try begin()
    try removeFile.run([.integer(id)])
    try removeSearch.run([.integer(id)])
  }

  // MARK: Commits

  /// Commits what was changed, if that has begun some time ago.
  func commitIfDue() throws(DatabaseError) {
    if let began, MonotonicTime.now - began > Self.interval { try commit() }
  }

  /// Commits what was changed.
  func commit() throws(DatabaseError) {
    guard began != nil else { return }
    try database.run("COMMIT")
    began = nil
  }

  private func begin() throws(DatabaseError) {
    guard began == nil else { return }
    try database.run("BEGIN IMMEDIATE")
    began = .now
  }

  private static func folder(_ row: [SQLValue]) throws(DatabaseError) -> Folder {
    guard case .integer(let id) = row[0], case .blob(let path) = row[1] else { throw .damaged("a folder is none") }
    let problem: String? = if case .text(let text) = row[4] { text } else { nil }
    return Folder(
      id: id, path: FilePath(bytes: path), isMount: row[2] == .integer(1), isOffline: row[3] == .integer(1),
      problem: problem)
  }

  /// Between which two paths all lie that are below `path`.
  private static func below(_ path: FilePath) -> [SQLValue] {
    let start = path.appending(FilePath("")).bytes
    // The byte that follows the slash.
    return [.blob(start), .blob(start.dropLast() + [UInt8(ascii: "/") + 1])]
  }
}
