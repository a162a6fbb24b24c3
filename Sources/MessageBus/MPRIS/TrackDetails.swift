public import PlayerCore

/// What other programs are told of the current track and the player itself does not need: read when it becomes current.
public struct TrackDetails: Equatable, Sendable {
  /// The track.
  public var entry: QueueEntryID
  /// Who performs, one by one.
  public var artists: [String] = []
  /// Who the album is by, one by one.
  public var albumArtists: [String] = []
  /// The genres.
  public var genres: [String] = []
  /// When it was published, as the file says it.
  public var date: String?
  /// The disc, where the file names one.
  public var disc: Int?
  /// A picture's file, with its whole path.
  public var cover: FilePath?

  /// Details of `entry` of which none is known yet.
  public init(of entry: QueueEntryID) { self.entry = entry }

  /// The year, month or day of `date` as ISO 8601 writes it; nil if it begins with none.
  var isoDate: String? {
    guard let date else { return nil }
    let isDigits: (Substring) -> Bool = { $0.utf8.allSatisfy { (48...57).contains($0) } }
    var parts = date.prefix { $0 != " " && $0 != "T" }.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 1, parts[0].utf8.count == 8, isDigits(parts[0]) {
      parts = [parts[0].prefix(4), parts[0].dropFirst(4).prefix(2), parts[0].suffix(2)]
    }
    let shapes = [(digits: 4, range: 0...9999), (digits: 2, range: 1...12), (digits: 2, range: 1...31)]
    let fitting = zip(parts, shapes).prefix { part, shape in
      part.utf8.count == shape.digits && isDigits(part) && Int(part).map(shape.range.contains) == true
    }
    return fitting.isEmpty ? nil : fitting.map { String($0.0) }.joined(separator: "-")
  }
}
