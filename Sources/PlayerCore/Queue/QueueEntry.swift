/// A path as the file system has it: bytes, which need not be valid UTF-8 (path_resolution(7)).
public struct FilePath: Hashable, Sendable {
  /// The bytes, without the terminating zero.
  public let bytes: [UInt8]

  /// A path of these bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// A path from text.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// Text for people: bytes that are not UTF-8 appear as U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text, if it is UTF-8.
  public var utf8Text: String? { String(validating: bytes, as: UTF8.self) }

  /// The bytes as hexadecimal digits, two for each: how JSON, whose strings are Unicode, has a path that is not UTF-8.
  public var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes { digits += [Self.digit(byte >> 4), Self.digit(byte & 15)] }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The part after the last slash.
  public var lastComponent: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return FilePath(bytes: Array(bytes[(slash + 1)...]))
  }

  /// The folder that a relative path in this file refers to: everything up to the last slash, or "." without one.
  public var folder: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
  }

  /// This folder's member `name`; a `name` that starts with a slash stays as it is.
  public func appending(_ name: FilePath) -> FilePath {
    if name.bytes.first == UInt8(ascii: "/") { return name }
    let separator: [UInt8] = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + separator + name.bytes)
  }

  /// The path of a file beside this one, whose name is this one's and `ending`: "song.flac.part".
  public func appendingEnding(_ ending: String) -> FilePath { FilePath(bytes: bytes + Array(ending.utf8)) }

  /// The same without steps that lead nowhere, "." and doubled slashes, so that one file has one name. ".." stays:
  /// behind a link it leads elsewhere than the text says.
  public var cleaned: FilePath {
    let slash = UInt8(ascii: "/")
    let steps = bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    return FilePath(bytes: (bytes.first == slash ? [slash] : []) + Array(steps.joined(separator: [slash])))
  }

  /// Calls `body` with the path as a C string.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { try body($0.baseAddress!) }
  }
}

/// Tells the queue's entries apart for as long as the player runs, however often the same file is in it.
public struct QueueEntryID: Hashable, Sendable {
  /// A number that is never used twice.
  public let number: UInt32

  /// The entry numbered `number`.
  public init(_ number: UInt32) { self.number = number }
}

/// What a file says about itself.
public struct TrackFacts: Hashable, Sendable {
  /// The track's title, if the file names one.
  public var title: String?
  /// The performer.
  public var artist: String?
  /// The album that the track belongs to.
  public var album: String?
  /// Who the album is by.
  public var albumArtist: String?
  /// Where on the album it is.
  public var albumPlace: AlbumPlace?
  /// The sample format in the file.
  public var format: AudioFormat?
  /// The track's length in frames of `format`; nil when only playing would tell.
  public var length: FrameCount?
  /// What its tags say about its loudness.
  public var replayGain: ReplayGainFacts?

  /// Facts of which none is known yet.
  public init(
    title: String? = nil, artist: String? = nil, album: String? = nil, albumArtist: String? = nil,
    albumPlace: AlbumPlace? = nil, format: AudioFormat? = nil, length: FrameCount? = nil,
    replayGain: ReplayGainFacts? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.albumArtist = albumArtist
    self.albumPlace = albumPlace
    self.format = format
    self.length = length
    self.replayGain = replayGain
  }

  /// These facts with those of `sheet` where it has any: about a part of a file the sheet knows more than the file.
  func named(by sheet: TrackFacts) -> TrackFacts {
    var facts = self
    facts.title = sheet.title ?? title
    facts.artist = sheet.artist ?? artist
    facts.album = sheet.album ?? album
    // The file's place is not its parts'.
    facts.albumPlace = sheet.albumPlace
    facts.replayGain = sheet.replayGain ?? replayGain
    return facts
  }

  /// Whether both files name the same album, and nobody else as its artist.
  func isOfSameAlbum(as other: TrackFacts) -> Bool {
    album != nil && album == other.album && albumArtist == other.albumArtist
  }

  /// How long the track lasts, if that is known.
  public var duration: Duration? {
    guard let format, let length else { return nil }
    return format.rate.duration(of: length)
  }
}

/// A track in the queue.
public struct QueueEntry: Equatable, Sendable {
  /// Who it is, however often the same file is in the queue.
  public let id: QueueEntryID
  /// The file.
  public let path: FilePath
  /// The part of the file that is the track; nil: all of it.
  public let part: TrackPart?
  /// The entry for the whole file, in whose place this part of it came; nil: it was a track from the start.
  public let dividedFrom: QueueEntryID?
  /// What the file, or the sheet that names the part, says about it; empty until it has been read.
  public var facts: TrackFacts
  /// Why the file cannot be played, for people; nil while nothing is known against it.
  public var problem: String?
  /// Whether the facts are those of an earlier run, which the file may not bear out any more.
  public var isRemembered: Bool

  /// An entry of which only the file is known.
  public init(
    id: QueueEntryID, path: FilePath, part: TrackPart? = nil, dividedFrom: QueueEntryID? = nil,
    facts: TrackFacts = TrackFacts(), problem: String? = nil, isRemembered: Bool = false
  ) {
    self.id = id
    self.path = path
    self.part = part
    self.dividedFrom = dividedFrom
    self.facts = facts
    self.problem = problem
    self.isRemembered = isRemembered
  }

  /// The entry as the engine and the reader of facts need it.
  public var track: Track { Track(entry: id, path: path, part: part) }

  /// What to call it: the title, or the file's name.
  public var displayTitle: String { facts.title ?? path.lastComponent.text }
}

/// A point in a track of the queue.
public struct Position: Hashable, Sendable {
  /// The track.
  public var entry: QueueEntryID
  /// Frames from the track's start, at the track's own rate.
  public var frame: FrameCount

  /// Frame `frame` of `entry`.
  public init(entry: QueueEntryID, frame: FrameCount) {
    self.entry = entry
    self.frame = frame
  }
}
