internal import PlayerCore

/// What MPRIS says of the current track, by the names of its metadata guidelines.
extension MPRISState {
  /// The path that stands for no track.
  static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  /// The path that stands for an entry of the queue.
  static func path(of entry: QueueEntryID) -> String { "/cans/track/\(entry.number)" }

  /// The path that stands for the current track.
  var track: String { entry.map { Self.path(of: $0.id) } ?? Self.noTrack }

  /// The map of the current track.
  var metadata: [BusValue.Field] {
    var fields = [BusValue.Field(key: "mpris:trackid", value: .path(track))]
    func add(_ key: String, _ value: BusValue?) {
      if let value { fields.append(BusValue.Field(key: key, value: value)) }
    }
    guard let entry else { return fields }
    let facts = entry.facts
    add("mpris:length", length.map(BusValue.int64))
    add("mpris:artUrl", (details?.cover).map { .string(FileURI.text(of: $0)) })
    add("xesam:url", .string(FileURI.text(of: folder.appending(entry.path))))
    add("xesam:title", .string(entry.displayTitle))
    add("xesam:artist", Self.names(facts.artist, singly: details?.artists))
    add("xesam:album", facts.album.map(BusValue.string))
    add("xesam:albumArtist", Self.names(facts.albumArtist, singly: details?.albumArtists))
    add("xesam:trackNumber", (facts.albumPlace?.track).map { .int32(Int32(clamping: $0)) })
    add("xesam:discNumber", disc.map { .int32(Int32(clamping: $0)) })
    add("xesam:genre", (details?.genres).flatMap { $0.isEmpty ? nil : .strings($0) })
    add("xesam:contentCreated", (details?.isoDate).map(BusValue.string))
    return fields
  }

  /// A track on a first disc may come from an album that has only one: then its file says nothing of discs.
  private var disc: Int? {
    if let disc = details?.disc { return disc }
    return entry?.facts.albumPlace.flatMap { $0.disc > 1 ? $0.disc : nil }
  }

  /// The names in a row as the player shows them, one by one if those are the same ones: a cue sheet may name others.
  private static func names(_ joined: String?, singly names: [String]?) -> BusValue? {
    guard let joined else { return nil }
    return .strings(names?.joined(separator: ", ") == joined ? names! : [joined])
  }
}
