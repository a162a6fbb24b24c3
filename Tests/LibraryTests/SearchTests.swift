import PlayerCore
import Testing

@testable import Library

/// What is found, and in what order.
@Suite(.timeLimit(.minutes(5)))
struct SearchTests {
  private struct Song: Sendable {
    var title: String
    var artist = "Somebody"
    var album = "Something"
    var year = 2000
    var codec = "FLAC"
  }

  private let tree = MusicTree()
  private let library: LibraryReader

  private static let songs = [
    Song(title: "Help!", artist: "The Beatles", album: "Help!", year: 1965, codec: "MP3"),
    Song(title: "Let It Be", artist: "The Beatles", album: "Let It Be", year: 1970),
    Song(title: "Jóga", artist: "Björk", album: "Homogenic", year: 1997),
    Song(title: "東京の夜", artist: "椎名林檎", album: "無罪モラトリアム", year: 1999),
    Song(title: "Größenwahn", artist: "Mø & Łona", album: "Æther", year: 1991, codec: "Opus"),
    Song(title: "Beat It", artist: "Michael Jackson", album: "Thriller", year: 1982),
    Song(title: "Something else", artist: "Beat", album: "The ＢＩＧ one", year: 1980),
  ]

  init() throws {
    let songs = Self.songs
    for index in songs.indices { tree.write("\(index)", to: "music/folder \(index % 2)/file\(index).mp3") }
    let scan = LibraryScan(
      database: tree.database, isSound: { _ in true },
      read: { path in
        let song = songs[Int(path.lastComponent.text.dropFirst(4).prefix(1)) ?? 0]
        var facts = LibraryFacts()
        (facts.title, facts.artist, facts.album) = (song.title, song.artist, song.album)
        (facts.year, facts.codec) = (song.year, song.codec)
        return .track(facts)
      })
    _ = try scan.run([tree.music], note: { _ in }, goesOn: { _ in true })
    library = try LibraryReader(at: tree.database)
  }

  private func titles(_ query: String, limit: Int = 200) throws -> [String] {
    try library.search(SearchQuery(query), limit: limit).map { $0.facts.title ?? "" }
  }

  @Test(arguments: [
    ("joga", ["Jóga"]), ("JÓGA bjork", ["Jóga"]), ("jo\u{301}ga", ["Jóga"]), ("homog", ["Jóga"]),
    ("東京", ["東京の夜"]), ("夜", ["東京の夜"]), ("京の", ["東京の夜"]), ("林檎", ["東京の夜"]), ("京東", []), ("モラ", ["東京の夜"]),
    ("grossen", ["Größenwahn"]), ("mo lona aether", ["Größenwahn"]), ("big", ["Something else"]),
    ("\"let it\"", ["Let It Be"]), ("\"it let\"", []), ("beatles help", ["Help!"]), ("title:beatles", []),
    ("artist:beat -beatles", ["Something else"]), ("year:1990..1999 codec:flac", ["Jóga", "東京の夜"]),
    ("codec:opus", ["Größenwahn"]), ("-codec:flac", ["Help!", "Größenwahn"]), ("path:file3", ["東京の夜"]),
    ("year:..1970 -help", ["Let It Be"]), ("added:>1d", []), ("zzz", []),
  ]) func `words are found, whatever they are written in`(query: String, found: [String]) throws {
    #expect(Set(try titles(query)) == Set(found))
  }

  @Test func `whole words come before beginnings, titles before artists before albums`() throws {
    let found = try titles("beat")
    #expect(found.prefix(2) == ["Beat It", "Something else"])
    #expect(Set(found.dropFirst(2)) == ["Help!", "Let It Be"])
    #expect(try titles("something").first == "Something else")
    #expect(try titles("beat", limit: 1) == ["Beat It"])
  }

  @Test func `no words find everything, up to the limit`() throws {
    #expect(try titles("").count == Self.songs.count)
    #expect(try titles("added:<1h").count == Self.songs.count)
    #expect(try titles("", limit: 3).count == 3)
  }

  @Test func `what has changed, moved or gone is found as it is now`() throws {
    tree.rename("music/folder 0/file0.mp3", to: "music/folder 1/renamed file5.mp3")
    tree.remove("music/folder 0/file2.mp3")
    try tree.scan()
    #expect(try titles("path:renamed") == ["Help!"])
    #expect(try titles("path:file0") == [])
    #expect(try titles("björk") == [])
    tree.write("only this", to: "music/folder 0/file4.mp3")
    try tree.scan()
    #expect(try titles("grossenwahn") == [])
    #expect(try titles("only th") == ["only this"])
    #expect(try library.check() == nil)
  }

  @Test(arguments: [
    "\"", "a\"b", "' OR 1", "*", "^a", "a AND", "NEAR(a b)", "{title}:a", "-a -b", "a:b\0c", "(", "\u{A66E}all",
  ])
  func `no query is an error`(query: String) throws { _ = try titles(query) }
}
