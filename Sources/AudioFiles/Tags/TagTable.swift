internal import CTagLib

/// Which names the formats of tags have for the same thing.
enum TagTable {
  /// The names that a format has; all in capitals, but for those of MP4 and RIFF, which are four bytes.
  private struct Row {
    let name: TagName
    /// Of Vorbis comments, APE, CAF and ID3v1, and in formats with fixed names of what
    /// people add under names of their own.
    var free: [String] = []
    /// Frames of ID3v2.4; TagLib brings older ones to these.
    var id3v2: [String] = []
    var mp4: [String] = []
    var asf: [String] = []
    var riff: [String] = []
  }

  private static let rows = [
    Row(name: .title, id3v2: ["TIT2"], mp4: ["©nam"], riff: ["INAM", "NAME"]),
    Row(name: .artist, id3v2: ["TPE1"], mp4: ["©ART"], asf: ["AUTHOR"], riff: ["IART", "AUTH"]),
    Row(name: .album, id3v2: ["TALB"], mp4: ["©alb"], asf: ["WM/ALBUMTITLE"], riff: ["IPRD"]),
    Row(
      name: .albumArtist, free: ["ALBUM ARTIST", "ALBUM_ARTIST"], id3v2: ["TPE2"], mp4: ["aART"],
      asf: ["WM/ALBUMARTIST"]),
    Row(
      name: .track, free: ["TRACK", "TRACK NUMBER"], id3v2: ["TRCK"], mp4: ["trkn"], asf: ["WM/TRACKNUMBER"],
      riff: ["ITRK", "IPRT"]),
    Row(name: .trackTotal, free: ["TOTALTRACKS", "TRACKCOUNT"]),
    Row(name: .disc, free: ["DISC", "DISK"], id3v2: ["TPOS"], mp4: ["disk"], asf: ["WM/PARTOFSET"]),
    Row(name: .discTotal, free: ["TOTALDISCS", "DISCCOUNT"]),
    Row(name: .date, free: ["YEAR"], id3v2: ["TDRC"], mp4: ["©day"], asf: ["WM/YEAR"], riff: ["ICRD"]),
    Row(name: .originalDate, free: ["ORIGINALYEAR", "ORIGYEAR"], id3v2: ["TDOR"], asf: ["WM/ORIGINALRELEASEYEAR"]),
    Row(name: .genre, id3v2: ["TCON"], mp4: ["©gen"], asf: ["WM/GENRE"], riff: ["IGNR"]),
    Row(name: .composer, id3v2: ["TCOM"], mp4: ["©wrt"], asf: ["WM/COMPOSER"], riff: ["IMUS"]),
    Row(name: .lyricist, id3v2: ["TEXT"], asf: ["WM/WRITER"], riff: ["IWRI"]),
    Row(name: .conductor, id3v2: ["TPE3"], mp4: ["©con"], asf: ["WM/CONDUCTOR"]),
    Row(name: .remixer, free: ["MIXARTIST"], id3v2: ["TPE4"], asf: ["WM/MODIFIEDBY"]),
    Row(
      name: .grouping, id3v2: ["GRP1", "TIT1"], mp4: ["©grp"], asf: ["WM/CONTENTGROUPDESCRIPTION"]),
    Row(name: .subtitle, id3v2: ["TIT3"], mp4: ["©st3"], asf: ["WM/SUBTITLE"]),
    Row(
      name: .comment, free: ["DESCRIPTION", "COMMENTS"],
      id3v2: ["COMM", "COMM:COMMENT", "COMM:DESCRIPTION", "COMM:ID3V1 COMMENT"],
      mp4: ["©cmt"], riff: ["ICMT", "ANNO"]),
    Row(name: .label, free: ["PUBLISHER", "ORGANIZATION"], id3v2: ["TPUB"], mp4: ["©pub"], asf: ["WM/PUBLISHER"]),
    Row(name: .copyright, id3v2: ["TCOP"], mp4: ["cprt"], riff: ["ICOP", "(c) "]),
    Row(name: .isrc, id3v2: ["TSRC"], asf: ["WM/ISRC"], riff: ["ISRC"]),
    Row(name: .tempo, free: ["TEMPO"], id3v2: ["TBPM"], mp4: ["tmpo"], asf: ["WM/BEATSPERMINUTE"]),
    Row(name: .compilation, id3v2: ["TCMP"], mp4: ["cpil"], asf: ["WM/ISCOMPILATION"]),
    Row(name: .language, id3v2: ["TLAN"], asf: ["WM/LANGUAGE"], riff: ["ILNG"]),
    Row(
      name: .encoder, free: ["ENCODED-BY", "ENCODEDBY"], id3v2: ["TSSE", "TENC"], mp4: ["©too"],
      asf: ["WM/ENCODEDBY", "WM/ENCODINGSETTINGS"], riff: ["ISFT", "ITCH"]),
    Row(name: .titleSort, id3v2: ["TSOT"], mp4: ["sonm"], asf: ["WM/TITLESORTORDER"]),
    Row(name: .artistSort, id3v2: ["TSOP"], mp4: ["soar"], asf: ["WM/ARTISTSORTORDER"]),
    Row(name: .albumSort, id3v2: ["TSOA"], mp4: ["soal"], asf: ["WM/ALBUMSORTORDER"]),
    Row(name: .albumArtistSort, id3v2: ["TSO2"], mp4: ["soaa"], asf: ["WM/ALBUMARTISTSORTORDER"]),
    Row(name: .composerSort, id3v2: ["TSOC"], mp4: ["soco"], asf: ["WM/COMPOSERSORTORDER"]),
    Row(name: .lyrics, free: ["UNSYNCEDLYRICS", "UNSYNCED LYRICS"], mp4: ["©lyr"], asf: ["WM/LYRICS"]),
    Row(name: .cueSheet),
  ]

  /// The names of the rows, in their order.
  static let names = rows.map(\.name)

  private static let free = index { $0.free }
  private static let id3v2 = index { $0.id3v2 }
  private static let mp4 = index { $0.mp4 }
  private static let asf = index { $0.asf }
  private static let riff = index { $0.riff }

  private static func index(_ names: (Row) -> [String]) -> [String: TagName] {
    var index: [String: TagName] = [:]
    for row in rows { for name in names(row) { index[name] = row.name } }
    return index
  }

  /// The one name for what `scheme` calls `native`.
  static func name(of native: String, in scheme: cans_tag_scheme) -> TagName {
    switch scheme {
    case CANS_TAG_ID3V2: id3v2Name(native.uppercased())
    // The middle of "----:com.apple.iTunes:NAME" says whose name it is, which nobody asks.
    case CANS_TAG_MP4:
      native.hasPrefix("----:") ? freeName(lastPart(of: native)) : mp4[native] ?? TagName(rawValue: native)
    case CANS_TAG_ASF: asf[native.uppercased()] ?? freeName(native)
    case CANS_TAG_RIFF: riff[native] ?? TagName(rawValue: native)
    default: freeName(native)
    }
  }

  /// The one name for what Matroska calls `native` in tags about an album, or about a track.
  static func matroskaName(of native: String, isAlbum: Bool) -> TagName {
    let album: [String: TagName] = ["TITLE": .album, "ARTIST": .albumArtist, "TOTAL_PARTS": .trackTotal]
    let any: [String: TagName] = [
      "PART_NUMBER": isAlbum ? .disc : .track, "TOTAL_PARTS": .trackTotal, "DATE_RELEASED": .date,
      "DATE_RECORDED": .date,
    ]
    let name = native.uppercased()
    return (isAlbum ? album[name] : nil) ?? any[name] ?? freeName(name)
  }

  private static func freeName(_ native: some StringProtocol) -> TagName {
    let name = native.uppercased()
    return free[name] ?? TagName(rawValue: name)
  }

  /// Programs keep things of their own in comments and texts that have a description.
  private static func id3v2Name(_ native: String) -> TagName {
    if let name = id3v2[native] { return name }
    guard let colon = native.firstIndex(of: ":") else { return TagName(rawValue: native) }
    switch native[..<colon] {
    case "TXXX", "COMM": return freeName(native[native.index(after: colon)...])
    case "RVA2": return native.hasSuffix("ALBUM") ? .rva2AlbumGain : .rva2TrackGain
    default: return TagName(rawValue: native)
    }
  }

  private static func lastPart(of native: String) -> Substring {
    native.lastIndex(of: ":").map { native[native.index(after: $0)...] } ?? native[...]
  }
}
