internal import PlayerCore

/// A track as the index of the search has it.
enum SearchRow {
  /// Prefixes of one and two characters have an index of their own: as somebody begins to type, they are in most
  /// tracks. The lengths of columns are kept for a ranking (bm25) that takes longer than a key press.
  static let table =
    "CREATE VIRTUAL TABLE search USING fts5 (title, artist, album, album_artist, composer, genre, path, facets, "
    + "tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2', columnsize = 0)"
  /// The statement that adds a row.
  static let insertion =
    "INSERT INTO search (title, artist, album, album_artist, composer, genre, path, facets, rowid) "
    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

  /// The values of its columns for a track called `name` in `folder`.
  static func values(_ facts: LibraryFacts, name: [UInt8], folder: FilePath) -> [SQLValue] {
    var facets = Facet.all
    if let year = facts.year, (0...9_999).contains(year) { facets += " " + Facet.year(year, digits: 4) }
    if let codec = facts.codec { facets += " " + Facet.codec(codec) }
    let texts = [facts.title, facts.artist, facts.album, facts.albumArtist, facts.composer, facts.genre]
    return texts.map { SQLValue($0.map(SearchText.folded)) } + [path(name: name, folder: folder), .text(facets)]
  }

  /// What can be found of the path of a file called `name` in `folder`: its name, without what its format is called,
  /// and its folder's.
  static func path(name: [UInt8], folder: FilePath) -> SQLValue {
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
    return .text(SearchText.folded("\(folder.lastComponent.text) \(String(decoding: stem, as: UTF8.self))"))
  }
}
