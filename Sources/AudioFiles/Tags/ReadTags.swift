public import AudioEngine
public import PlayerCore

/// Reads everything that the file at `path` says about itself. May be called on any thread; blocks on the disk. A file
/// without tags, or of a kind whose tags are not known here, has empty ones.
///
/// - Throws: one sentence for people on why the file cannot be read.
public func readTags(_ path: FilePath) throws(DecodeError) -> Tags { try readTags(path, wanted: .all) }

/// What the file at `path` says about its loudness; nil if nothing, also where it cannot be read. Takes some hundred
/// microseconds when the file is in the cache; may be called on any thread, blocks on the disk.
public func readReplayGain(_ path: FilePath) -> ReplayGainFacts? { (try? readTags(path, wanted: []))?.replayGain }

/// Reads the texts, and what else is `wanted`.
func readTags(_ path: FilePath, wanted: TagCollector.Wanted) throws(DecodeError) -> Tags {
  readTags(of: try OpenFile(path), wanted: wanted)
}

/// Reads the texts of `file`, and what else is `wanted`.
func readTags(of file: borrowing OpenFile, wanted: TagCollector.Wanted) -> Tags {
  var tags = TagCollector(of: file, wanted: wanted).tags()
  if tags == Tags() { tags = MatroskaTags(of: file, wanted: wanted).tags }
  tags.moveLyrics()
  tags.moveChapters()
  if wanted.contains(.chapters), tags.chapters.isEmpty { tags.chapters = MP4Chapters(of: file).chapters }
  return tags
}

extension Tags {
  /// Makes lyrics of the texts that are words to sing.
  mutating func moveLyrics() {
    for words in texts.removeValue(forKey: .lyrics) ?? [] {
      lyrics.append(Lyrics(language: nil, words: .plain(words)))
    }
  }

  /// Makes chapters of the texts that are: CHAPTER001=00:01:02.500 and CHAPTER001NAME=Title.
  mutating func moveChapters() {
    let starts = texts.keys.filter { $0.rawValue.hasPrefix("CHAPTER") }
    for name in starts {
      guard let start = self[name].flatMap({ MediaTime(clock: $0) }) else { continue }
      let titleName = TagName(rawValue: name.rawValue + "NAME")
      chapters.append(Chapter(start: start, end: nil, title: self[titleName]))
      texts[name] = nil
      texts[titleName] = nil
    }
    chapters.sort { $0.start.isBefore($1.start) }
  }
}

extension MediaTime {
  /// The moment that "01:02:03.500" names; nil if `text` is no such time.
  fileprivate init?(clock text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = UInt32(parts[0]), let minutes = UInt32(parts[1]) else { return nil }
    let seconds = parts[2].split(separator: ".", maxSplits: 1)
    guard let whole = seconds.first.flatMap({ UInt32($0) }) else { return nil }
    let digits = seconds.count > 1 ? seconds[1].prefix(3) : ""
    guard let fraction = UInt32(digits + String(repeating: "0", count: 3 - digits.count)) else { return nil }
    let total = (Int64(hours) * 60 + Int64(minutes)) * 60 + Int64(whole)
    self.init(total * 1_000 + Int64(fraction), timescale: 1_000)
  }

  /// Whether the moment comes before `other`.
  func isBefore(_ other: MediaTime) -> Bool {
    let left = value.multipliedFullWidth(by: Int64(other.timescale))
    let right = other.value.multipliedFullWidth(by: Int64(timescale))
    return (left.high, left.low) < (right.high, right.low)
  }
}
