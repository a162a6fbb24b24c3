import Library
import LinuxSystem
import PlayerCore

/// `cans search`: finds tracks in the library.
enum SearchCommand {
  static let subcommand = Subcommand(
    name: "search", summary: "finds tracks in the library", operands: "WORD …", options: [.limit, .lines, .json],
    details: """
      Prints the tracks in which all words are found, the best first: what it is
      called, a tab, and the path. Words may be beginnings; case and accents do not
      matter. "Words in quotes" stand in a row, a minus in front means that it must
      not be found (put -- before the first such word).
        title: artist: album: composer: genre: path:    where the word is to be
        year:1990 year:1990..1999 year:<1970            when it was published
        codec:flac                                      how it is encoded
        added:<30d added:>1y                            when it was found (h d w m y)
      With --json each track is one line. The exit status is 1 if nothing is found.
      """,
    run: run)

  private static let defaultLimit = 200

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let limit = try limit(arguments)
    let library = try LibraryReader(at: Places.library)
    if arguments.has(.lines) { return try answerLines(of: library, limit, asJSON: arguments.has(.json)) }
    guard !arguments.files.isEmpty else { throw Arguments.Failure(text: "cans search needs a word to look for") }
    let query = arguments.files.map(\.text).joined(separator: " ")
    let tracks = try library.search(SearchQuery(query), limit: limit)
    try StandardOutput.write(text(tracks, asJSON: arguments.has(.json)))
    return tracks.isEmpty ? 1 : 0
  }

  /// Answers each line of standard input, as somebody types it, with its tracks and an empty line.
  private static func answerLines(of library: LibraryReader, _ limit: Int, asJSON: Bool) throws -> Int32 {
    while let line = readLine() {
      let tracks = try library.search(SearchQuery(line), limit: limit)
      guard try StandardOutput.write(text(tracks, asJSON: asJSON) + "\n") else { break }
    }
    return 0
  }

  private static func limit(_ arguments: Arguments) throws -> Int {
    guard let value = arguments.value(of: .limit) else { return defaultLimit }
    guard let limit = Int(value.text), limit > 0 else { throw Arguments.Failure(text: "--limit needs a number") }
    return limit
  }

  private static func text(_ tracks: [LibraryTrack], asJSON: Bool) -> String {
    tracks.map { (asJSON ? json($0).text : text($0)) + "\n" }.joined()
  }

  /// "Title – Artist – Album (1995)", a tab, and the path.
  private static func text(_ track: LibraryTrack) -> String {
    let facts = track.facts
    let album = facts.album.map { album in facts.year.map { "\(album) (\($0))" } ?? album }
    let title = facts.title ?? track.path.lastComponent.text
    let words = [title, facts.artist ?? facts.albumArtist, album].compactMap(\.self).joined(separator: " – ")
    return "\(words.printable)\t\(track.path.text.printable)"
  }

  private static func json(_ track: LibraryTrack) -> JSONText {
    let facts = track.facts
    var members: [(String, JSONText)] = [("path", .path(track.path))]
    func add(_ name: String, _ text: String?) { if let text { members.append((name, .string(text))) } }
    func add(_ name: String, _ number: Int?) { if let number { members.append((name, .number(Int64(number)))) } }
    add("title", facts.title)
    add("artist", facts.artist)
    add("album", facts.album)
    add("albumArtist", facts.albumArtist)
    add("composer", facts.composer)
    add("genre", facts.genre)
    add("year", facts.year)
    add("disc", facts.disc)
    add("track", facts.track)
    add("codec", facts.codec)
    if let duration = facts.duration { members.append(("seconds", .decimal(duration / .seconds(1)))) }
    members += [("added", .number(track.added)), ("offline", .boolean(track.isOffline))]
    return .object(members)
  }
}

extension CommandOption {
  fileprivate static let limit = CommandOption(name: "limit", value: "COUNT", help: "so many tracks at most (200)")
  fileprivate static let lines = CommandOption(
    name: "lines", help: "answers each line of the input; an empty line ends it")
}
