internal import PlayerCore

/// The chapters of an MP4 file, which TagLib does not read: Nero's list, or a track of texts as QuickTime has it.
struct MP4Chapters {
  /// The chapters, by their start; none if the file is no MP4.
  let chapters: [Chapter]

  /// Reads them from `file`; the longer list counts, for Nero's cannot name more than 255.
  init(of file: borrowing OpenFile) {
    guard let head = try? file.bytes(at: 4, count: 4), Self.starts.contains(where: { head.elementsEqual($0.utf8) }),
      let movie = MP4Boxes.find(["moov"], in: 0..<file.size, of: file)
    else {
      chapters = []
      return
    }
    let nero = Self.neroChapters(in: movie, of: file)
    let texts = Self.textTrack(in: movie, of: file)
    chapters = texts.count > nero.count ? texts : nero
  }

  private static let starts = ["ftyp", "moov", "mdat", "wide", "free", "skip"]
  /// No table of an honest file is larger, and no list of chapters longer.
  private static let largestTable = 1 << 20
  private static let mostChapters = 10_000

  /// The box "chpl": a count, then for each chapter a time in tenths of a microsecond, and a short string.
  private static func neroChapters(in movie: Range<Int64>, of file: borrowing OpenFile) -> [Chapter] {
    guard let bytes = contents(["udta", "chpl"], in: movie, of: file) else { return [] }
    var offset = bytes.first == 0 ? 5 : 9
    var chapters: [Chapter] = []
    while offset + 9 <= bytes.count, chapters.count < mostChapters {
      let time = Int64(bigEndian: bytes[offset..<offset + 8])
      let end = offset + 9 + Int(bytes[offset + 8])
      guard time >= 0, end <= bytes.count else { break }
      chapters.append(chapter(at: MediaTime(time, timescale: 10_000_000), bytes[(offset + 9)..<end]))
      offset = end
    }
    return chapters
  }

  /// The track that another one refers to as its chapters: each sample is a title, as long as its chapter.
  private static func textTrack(in movie: Range<Int64>, of file: borrowing OpenFile) -> [Chapter] {
    let tracks = MP4Boxes(in: movie, of: file).all("trak")
    let references = tracks.compactMap { contents(["tref", "chap"], in: $0, of: file) }
    guard let wanted = references.first.map({ Int64(bigEndian: $0.prefix(4)) }),
      let track = tracks.first(where: { identifier(of: $0, in: file) == wanted }),
      let timescale = timescale(of: track, in: file),
      let table = MP4Boxes.find(["mdia", "minf", "stbl"], in: track, of: file)
    else { return [] }
    var time: Int64 = 0
    var chapters: [Chapter] = []
    for (place, duration) in zip(SampleTable(table, of: file).places, durations(in: table, of: file)) {
      let sample = (try? file.bytes(at: place.lowerBound, count: place.count)) ?? []
      let length = Int(Int64(bigEndian: sample.prefix(2)))
      chapters.append(chapter(at: MediaTime(time, timescale: timescale), sample.dropFirst(2).prefix(length)))
      time += duration
    }
    return chapters
  }

  private static func chapter(at start: MediaTime, _ title: ArraySlice<UInt8>) -> Chapter {
    let text = TextEncoding(of: title).text(title).trimmingBlanks
    return Chapter(start: start, end: nil, title: text.isEmpty ? nil : text)
  }

  private static func identifier(of track: Range<Int64>, in file: borrowing OpenFile) -> Int64? {
    guard let header = contents(["tkhd"], in: track, of: file) else { return nil }
    return Int64(bigEndian: header.dropFirst(header.first == 1 ? 20 : 12).prefix(4))
  }

  private static func timescale(of track: Range<Int64>, in file: borrowing OpenFile) -> Int32? {
    guard let header = contents(["mdia", "mdhd"], in: track, of: file) else { return nil }
    let scale = Int64(bigEndian: header.dropFirst(header.first == 1 ? 20 : 12).prefix(4))
    return (1...Int64(Int32.max)).contains(scale) ? Int32(scale) : nil
  }

  /// Of each sample, by the table of runs of equal durations.
  private static func durations(in table: Range<Int64>, of file: borrowing OpenFile) -> [Int64] {
    let bytes = contents(["stts"], in: table, of: file) ?? []
    var durations: [Int64] = []
    for offset in stride(from: 8, to: bytes.count - 7, by: 8) {
      let count = Int64(bigEndian: bytes[offset..<offset + 4])
      let room = mostChapters - durations.count
      durations += Array(repeating: Int64(bigEndian: bytes[offset + 4..<offset + 8]), count: min(Int(count), room))
    }
    return durations
  }

  fileprivate static func contents(
    _ path: [StaticString], in range: Range<Int64>, of file: borrowing OpenFile
  ) -> [UInt8]? {
    guard let place = MP4Boxes.find(path, in: range, of: file) else { return nil }
    return try? file.bytes(at: place.lowerBound, count: min(place.count, largestTable))
  }

  /// Where the samples of a track lie (ISO 14496-12, 8.7).
  private struct SampleTable {
    private(set) var places: [Range<Int64>] = []

    init(_ table: Range<Int64>, of file: borrowing OpenFile) {
      func numbers(_ type: StaticString, _ size: Int, from start: Int) -> [Int64] {
        let bytes = MP4Chapters.contents([type], in: table, of: file) ?? []
        return stride(from: start, to: bytes.count - size + 1, by: size).map { Int64(bigEndian: bytes[$0..<$0 + size]) }
      }
      let narrow = numbers("stco", 4, from: 8)
      let chunks = narrow.isEmpty ? numbers("co64", 8, from: 8) : narrow
      let sizes = numbers("stsz", 4, from: 4)
      guard sizes.count >= 2 else { return }
      let (equalSize, ownSizes) = (sizes[0], sizes[2...])
      let count = min(Int(sizes[1]), MP4Chapters.mostChapters, equalSize == 0 ? ownSizes.count : .max)
      let runs = numbers("stsc", 4, from: 8)
      var run = 0
      for (index, chunk) in chunks.enumerated() {
        while run + 3 < runs.count, runs[run + 3] <= index + 1 { run += 3 }
        guard run + 1 < runs.count else { return }
        var offset = chunk
        for _ in 0..<min(runs[run + 1], Int64(count - places.count)) {
          let size = equalSize == 0 ? ownSizes[2 + places.count] : equalSize
          guard (0...file.size).contains(offset), size <= 1 << 16 else { return }
          places.append(offset..<offset + size)
          offset += size
        }
      }
    }
  }
}
