internal import LinuxSystem
public import PlayerCore

/// A track as the library knows it.
public struct LibraryTrack: Sendable, Equatable {
  /// The file.
  public let path: FilePath
  /// What it says about itself.
  public let facts: LibraryFacts
  /// When it was found, in milliseconds since 1970.
  public let added: Int64
  /// Whether it is on a disk that was not mounted at the last scan.
  public let isOffline: Bool
}

extension LibraryReader {
  /// The tracks that `query` finds, `limit` at most. First those in whose title all words stand, then those by an
  /// artist, or on an album, of that name; after them those in which words begin so.
  public func search(_ query: SearchQuery, limit: Int = 200) throws(LibraryError) -> [LibraryTrack] {
    do throws(DatabaseError) {
      let expression = SearchExpression(query, now: WallClock.now)
      let track = try file.database.prepare(
        "SELECT folder.path, name, added, is_offline, \(FactsRow.names.joined(separator: ", ")) FROM file "
          + "JOIN folder ON folder.id = folder WHERE file.id = ?")
      var tracks: [LibraryTrack] = []
      for id in try numbers(expression, limit: limit) {
        try track.run([.integer(id)]) { row throws(DatabaseError) in tracks.append(try Self.track(row)) }
      }
      return tracks
    } catch { throw LibraryError(error) }
  }

  /// The numbers of the tracks that `expression` finds, the best first.
  private func numbers(_ expression: SearchExpression, limit: Int) throws(DatabaseError) -> [Int64] {
    let from = try expression.addedFrom.map { time throws(DatabaseError) in try firstAdded(since: time) } ?? 0
    let before = try expression.addedBefore.map { time throws(DatabaseError) in try firstAdded(since: time) } ?? .max
    let found = try file.database.prepare(
      "SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid LIMIT ?")
    var numbers: [Int64] = []
    var known: Set<Int64> = []
    for tier in expression.tiers where numbers.count < limit {
      // Each tier begins with what the earlier ones have found.
      let most = SQLValue.integer(Int64(limit + numbers.count))
      try found.run([.text(tier), .integer(from), .integer(before), most]) { row throws(DatabaseError) in
        guard case .integer(let id) = row[0] else { throw .damaged("a number is missing") }
        if numbers.count < limit, known.insert(id).inserted { numbers.append(id) }
      }
    }
    return numbers
  }

  /// The number of the first file that was added at `time` or later: numbers rise with the time of adding.
  private func firstAdded(since time: Int64) throws(DatabaseError) -> Int64 {
    var first = Int64.max
    let statement = try file.database.prepare("SELECT id FROM file WHERE added >= ? ORDER BY added, id LIMIT 1")
    try statement.run([.integer(time)]) { row in if case .integer(let id) = row[0] { first = id } }
    return first
  }

  private static func track(_ row: [SQLValue]) throws(DatabaseError) -> LibraryTrack {
    var row = RowReader(row)
    let folder = FilePath(bytes: try RowReader.some(try row.blob(), "a folder"))
    let name = FilePath(bytes: try RowReader.some(try row.blob(), "a name"))
    let added: Int64 = try RowReader.some(try row.integer(), "a time")
    let isOffline: Int? = try row.integer()
    return LibraryTrack(
      path: folder.appending(name), facts: try FactsRow.facts(&row), added: added, isOffline: isOffline == 1)
  }
}
