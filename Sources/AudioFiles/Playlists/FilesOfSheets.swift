internal import PlayerCore

extension [QueueItem] {
  /// Removes the whole files among these that `sheets` name, by whatever path: the sheets' tracks stand for them. Where
  /// a sheet makes no tracks of its file, that is left once.
  mutating func removeFiles(namedBy sheets: Set<FilePath>) {
    if sheets.isEmpty { return }
    // Asking the disk about every file would take long: those that are meant have the name.
    let names = Set(sheets.map(\.lastComponent))
    let meant = Set(sheets.compactMap { FileIdentity(of: $0) })
    func meantFile(_ item: QueueItem) -> FileIdentity? {
      guard names.contains(item.path.lastComponent), let file = FileIdentity(of: item.path) else { return nil }
      return meant.contains(file) ? file : nil
    }
    var listed = Set(Set(lazy.filter { $0.part != nil }.map(\.path)).compactMap { FileIdentity(of: $0) })
    removeAll { item in
      guard item.part == nil, let file = meantFile(item) else { return false }
      return !listed.insert(file).inserted
    }
  }
}
