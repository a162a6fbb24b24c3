internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// The walk of one scan over its folders.
final class ScanWalk {
  private let writer: ScanWriter
  private let readers: FileReaders
  private let isSound: ([UInt8]) -> Bool
  private let goesOn: (ScanProgress) -> Bool
  private var report = ScanReport()

  /// Each folder is entered once, so that links cannot make a circle.
  private var entered: Set<FolderListing.Identity> = []
  /// The numbers of the folders that were read.
  private var seen: Set<Int64> = []
  /// Folders that cannot be read now: what is known of them and below is kept.
  private var kept: [FilePath] = []
  /// Files that are not where they were. They may yet be found elsewhere.
  private var missing: Set<Int64> = []

  init(
    _ writer: ScanWriter, _ readers: FileReaders, isSound: @escaping ([UInt8]) -> Bool,
    goesOn: @escaping (ScanProgress) -> Bool
  ) {
    self.writer = writer
    self.readers = readers
    self.isSound = isSound
    self.goesOn = goesOn
  }

  /// Walks over `folders` and all below.
  func run(_ named: [FilePath]) throws(DatabaseError) -> ScanReport {
    // What begins nowhere would be the beginning of every path, and all of them would have vanished from below it.
    let folders = named.filter { $0.bytes.first == UInt8(ascii: "/") }
    report.missing = named.filter { $0.bytes.first != UInt8(ascii: "/") }
    for folder in folders where report.isComplete { try walk(folder) }
    readers.flush()
    while report.isComplete, !readers.isIdle { try takeResults(waiting: 100) }
    // Only who has looked everywhere knows what is nowhere.
    if report.isComplete {
      for folder in folders { try removeVanished(below: folder) }
      for file in missing {
        try writer.remove(file)
        report.gone += 1
      }
    }
    try writer.commit()
    return report
  }

  private func walk(_ root: FilePath) throws(DatabaseError) {
    // Links come last: a folder is known by its own path, not by one that leads to it, whatever the order on the disk.
    var (waiting, links) = ([root], [FilePath]())
    while let folder = waiting.popLast() ?? links.popLast() {
      let listing: FolderListing
      do throws(SystemCallError) {
        listing = try FolderListing(of: folder, isSound: isSound)
      } catch {
        try keep(folder, error, isRoot: folder == root)
        continue
      }
      guard entered.insert(listing.identity).inserted else { continue }
      guard let id = try enter(folder, listing, isRoot: folder == root) else { continue }
      seen.insert(id)
      try compare(listing, id, folder)
      for member in listing.folders {
        let path = folder.appending(FilePath(bytes: member.name))
        if member.isLink { links.append(path) } else { waiting.append(path) }
      }
      repeat {
        try takeResults(waiting: readers.isFull ? 100 : 0)
        guard report.isComplete else { return }
      } while readers.isFull
    }
  }

  /// Takes in that a folder can be read; returns its number, or nil where it only stands for one that is not mounted.
  private func enter(_ path: FilePath, _ listing: FolderListing, isRoot: Bool) throws(DatabaseError) -> Int64? {
    let problem = listing.tooLong > 0 ? "\(listing.tooLong) in it left out: the path is too long" : nil
    guard var folder = try writer.folder(at: path) else {
      return try writer.add(path, isMount: listing.isMount, problem: problem)
    }
    let isUnmounted = folder.isMount && !listing.isMount
    let isStandIn = try isRoot && listing.isEmpty ? holdsAnything(folder) : isUnmounted
    if isStandIn {
      try takeOffline(path)
      return nil
    }
    if folder.isMount != listing.isMount || folder.isOffline || folder.problem != problem {
      (folder.isMount, folder.isOffline, folder.problem) = (listing.isMount, false, problem)
      try writer.change(folder)
    }
    return folder.id
  }

  private func holdsAnything(_ folder: ScanWriter.Folder) throws(DatabaseError) -> Bool {
    if try !writer.files(of: folder.id).isEmpty { return true }
    return try !writer.folders(below: folder.path).isEmpty
  }

  /// Takes in that a folder cannot be read.
  private func keep(_ path: FilePath, _ error: SystemCallError, isRoot: Bool) throws(DatabaseError) {
    let known = try writer.folder(at: path)
    if error.code == ENOENT || error.code == ENOTDIR {
      // Gone since its parent was read: like all that is not seen.
      guard isRoot else { return }
      if known == nil { report.missing.append(path) } else { try takeOffline(path) }
      return
    }
    kept.append(path)
    let problem = String(cString: strerror(error.code))
    if var known {
      seen.insert(known.id)
      if known.problem == problem { return }
      known.problem = problem
      try writer.change(known)
    } else {
      seen.insert(try writer.add(path, isMount: false, problem: problem))
    }
  }

  private func takeOffline(_ path: FilePath) throws(DatabaseError) {
    kept.append(path)
    report.offline.append(path)
    try writer.takeOffline(path)
  }

  /// Compares the files of a folder with those that are known, and has read what differs.
  private func compare(_ listing: FolderListing, _ folder: Int64, _ path: FilePath) throws(DatabaseError) {
    var known = try writer.files(of: folder)
    for file in listing.files {
      let old = known.removeValue(forKey: file.name)
      if old?.stamp == file.stamp {
        report.progress.files += 1
        continue
      }
      if old == nil, let id = try source(of: file) {
        try writer.move(id, to: folder, at: path, file)
        missing.remove(id)
        report.moved += 1
        report.progress.files += 1
        continue
      }
      readers.read(
        ReadingOrder(
          id: old?.id, folder: folder, name: file.name, path: path.appending(FilePath(bytes: file.name)),
          stamp: file.stamp))
    }
    for file in known.values { missing.insert(file.id) }
  }

  /// The file that is now called `file`, and is not any more where it was.
  private func source(of file: FolderListing.File) throws(DatabaseError) -> Int64? {
    for candidate in try writer.namesakes(of: file) {
      var status = stat()
      let isThere = candidate.path.withCString { stat($0, &status) } == 0
      if !isThere || FileStamp(status).inode != file.stamp.inode && FileStamp(status).modified != file.stamp.modified {
        return candidate.id
      }
    }
    return nil
  }

  private func takeResults(waiting milliseconds: Int32) throws(DatabaseError) {
    for result in readers.take(waiting: milliseconds) {
      report.progress.files += 1
      report.progress.read += 1
      guard let result else { continue }
      try writer.write(result)
      if result.order.id == nil { report.added += 1 } else { report.changed += 1 }
    }
    try writer.commitIfDue()
    if !goesOn(report.progress) { report.isComplete = false }
  }

  /// Removes the folders below `root` that were not met, unless what they are in cannot be read now, or a disk was
  /// mounted there.
  private func removeVanished(below root: FilePath) throws(DatabaseError) {
    for folder in try writer.folders(below: root) where !seen.contains(folder.id) {
      if kept.contains(where: { folder.path == $0 || folder.path.bytes.starts(with: $0.appending(FilePath("")).bytes) })
      {
        continue
      }
      if folder.isMount {
        try takeOffline(folder.path)
        continue
      }
      for file in try writer.files(of: folder.id).values {
        missing.remove(file.id)
        try writer.remove(file.id)
        report.gone += 1
      }
      try writer.removeFolder(folder.id)
    }
  }
}
