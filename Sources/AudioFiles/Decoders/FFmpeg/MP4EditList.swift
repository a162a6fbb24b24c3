internal import AudioEngine

/// What an MP4 file's edit list (ISO 14496-12, 8.6.6) plays of a track, where that is one piece at its own speed.
///
/// The list says how long the piece is in the movie's ticks, which are milliseconds in what FFmpeg writes: too coarse
/// for frames. libav takes that for the truth.
struct MP4EditList {
  /// The track's ticks a second, as a rule its sampling rate.
  let mediaTimescale: Int64
  /// The movie's ticks a second.
  private let movieTimescale: Int64
  /// The length of the track's samples, in its own ticks.
  private let mediaDuration: Int64
  /// Where the piece begins in them, in the same ticks.
  private let mediaTime: Int64
  /// How long the piece is, in the movie's ticks.
  private let segmentDuration: Int64

  /// How long the piece is in the track's ticks, where it goes on to the end of the samples: the difference of exact
  /// numbers, which the list's own is a rounding of. nil where the list cuts off more than that explains, as padding.
  var exactDuration: Int64? {
    let rest = mediaDuration - mediaTime
    // FFmpeg rounds the start as well as the length, in opposite directions.
    let difference = Int128(rest) * Int128(movieTimescale) - Int128(segmentDuration) * Int128(mediaTimescale)
    return rest > 0 && difference.magnitude < Int128(mediaTimescale).magnitude ? rest : nil
  }

  /// Reads the list of the track whose number is `track`; nil where there is none, or one of several pieces.
  init?<File: RandomAccess & ~Copyable>(track: Int64, of file: borrowing File) {
    guard let movie = MP4Boxes.find(["moov"], in: 0..<file.size, of: file),
      let movieTimes = Self.times("mvhd", in: movie, of: file)
    else { return nil }
    for range in MP4Boxes(in: movie, of: file).all("trak") where Self.number(ofTrackIn: range, of: file) == track {
      guard let media = MP4Boxes.find(["mdia"], in: range, of: file),
        let mediaTimes = Self.times("mdhd", in: media, of: file),
        let piece = Self.onlyPiece(ofTrackIn: range, of: file)
      else { return nil }
      (movieTimescale, mediaTimescale) = (movieTimes.scale, mediaTimes.scale)
      mediaDuration = mediaTimes.duration
      (segmentDuration, mediaTime) = piece
      return
    }
    return nil
  }

  /// The ticks a second and the duration in a movie's (8.2.2) or a track's (8.4.2) header: behind two dates, which are,
  /// as the duration, of 32 or 64 bits.
  static func times<File: RandomAccess & ~Copyable>(
    _ type: StaticString, in range: Range<Int64>, of file: borrowing File
  ) -> (scale: Int64, duration: Int64)? {
    guard let box = contents([type], count: 32, in: range, of: file), let version = box.first else { return nil }
    let scale = number(version == 1 ? 20..<24 : 12..<16, of: box)
    let duration = number(version == 1 ? 24..<32 : 16..<20, of: box)
    guard let scale, let duration, scale > 0, duration >= 0 else { return nil }
    return (scale, duration)
  }

  /// A track's number (8.3.2).
  private static func number<File: RandomAccess & ~Copyable>(
    ofTrackIn range: Range<Int64>, of file: borrowing File
  ) -> Int64? {
    guard let box = contents(["tkhd"], count: 24, in: range, of: file), let version = box.first else { return nil }
    return number(version == 1 ? 20..<24 : 12..<16, of: box)
  }

  private static func onlyPiece<File: RandomAccess & ~Copyable>(
    ofTrackIn range: Range<Int64>, of file: borrowing File
  ) -> (duration: Int64, mediaTime: Int64)? {
    guard let box = contents(["edts", "elst"], count: 28, in: range, of: file), let version = box.first,
      number(4..<8, of: box) == 1
    else { return nil }
    let isLong = version == 1
    // Without a start, which is -1 then, the piece is a pause; the speed is a whole number and a fraction.
    guard let duration = number(isLong ? 8..<16 : 8..<12, of: box),
      let mediaTime = number(isLong ? 16..<24 : 12..<16, of: box), (0...Int64(Int32.max)).contains(mediaTime),
      number(isLong ? 24..<28 : 16..<20, of: box) == 0x1_0000
    else { return nil }
    return (duration, mediaTime)
  }

  /// The first `count` bytes of the box at the end of `path`, or all it has.
  private static func contents<File: RandomAccess & ~Copyable>(
    _ path: [StaticString], count: Int, in range: Range<Int64>, of file: borrowing File
  ) -> [UInt8]? {
    guard let place = MP4Boxes.find(path, in: range, of: file) else { return nil }
    return try? file.bytes(at: place.lowerBound, count: min(count, place.count))
  }

  private static func number(_ range: Range<Int>, of bytes: [UInt8]) -> Int64? {
    range.upperBound <= bytes.count ? Int64(bigEndian: bytes[range]) : nil
  }
}
