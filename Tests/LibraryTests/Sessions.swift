import PlayerCore

/// Sessions to be saved.
enum Sessions {
  /// Everything that can be said of a track, and paths that are no text.
  static let awkward: [QueueItem] = {
    let whole = TrackFacts(
      title: "Zwölf \u{0}Töne\n", artist: "", album: "𝄞", albumArtist: "'; DROP TABLE item; --",
      albumPlace: AlbumPlace(disc: 2, track: 0),
      format: AudioFormat(
        rate: SampleRate(192_000), layout: ChannelLayout(channels: 6, mask: 0x60F), encoding: .integer(bits: 24)),
      length: FrameCount(Int64.max),
      replayGain: ReplayGainFacts(trackGain: -7.25, trackPeak: 1.0625, albumGain: .infinity, albumPeak: nil))
    var float = TrackFacts(format: AudioFormat(rate: SampleRate(1), channels: 9, encoding: .float(bits: 64)))
    float.replayGain = ReplayGainFacts(albumPeak: 0.5)
    let lossy = TrackFacts(format: AudioFormat(rate: SampleRate(44_100), channels: 2, encoding: .lossy("s16'")))
    let part = TrackPart(start: MediaTime(Int64.max, timescale: 75), end: MediaTime(3, timescale: Int32.max))
    return [
      QueueItem(path: FilePath("/music/plain.flac"), facts: whole),
      QueueItem(path: FilePath(bytes: [0x2F, 0xFF, 0xFE, 0x0A, 0x27, 0x01]), facts: float),
      QueueItem(path: FilePath("/music/e\u{301} é 🎧.ogg"), facts: lossy),
      QueueItem(path: FilePath("/music/sheet.wav"), part: part, facts: TrackFacts(title: "Part")),
      QueueItem(path: FilePath("/music/sheet.wav"), part: TrackPart(start: .disc(frames: 0))),
      QueueItem(path: FilePath(bytes: [UInt8](repeating: 0x80, count: 5_000))),
      // The same once more, and once more with other facts.
      QueueItem(path: FilePath("/music/plain.flac"), facts: whole),
      QueueItem(path: FilePath("/music/plain.flac")),
    ]
  }()

  static let place = SavedPlace(
    current: 3, frame: FrameCount(123_456_789), rate: SampleRate(48_000), status: .playing,
    route: RouteID("usb:S'\"1"), repeatMode: .all, category: .ambient)

  /// A queue of `items`, as the core has it.
  static func queue(_ items: [QueueItem], shuffles: Bool = false, seed: UInt64 = 7) -> PlayQueue {
    var queue = PlayQueue(seed: seed)
    queue.append(items)
    if shuffles { queue.setShuffle(true, current: nil) }
    return queue
  }

  /// `count` tracks of an ordinary collection.
  static func many(_ count: Int) -> [QueueItem] {
    (0..<count).map { number in
      QueueItem(
        path: FilePath("/home/listener/Music/Artist \(number / 120)/Album \(number / 12)/\(number % 12) Title.flac"),
        facts: TrackFacts(
          title: "Title \(number)", artist: "Artist \(number / 120)", album: "Album \(number / 12)",
          albumPlace: AlbumPlace(track: number % 12 + 1),
          format: AudioFormat(rate: SampleRate(44_100), channels: 2, encoding: .integer(bits: 16)),
          length: FrameCount(Int64(10_000_000 + number))))
    }
  }
}
