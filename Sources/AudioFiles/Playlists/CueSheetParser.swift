internal import PlayerCore

/// Reads a cue sheet line by line.
struct CueSheetParser {
  /// A track whose lines are being read.
  private struct OpenTrack {
    var number: Int
    var line: Int
    var words = CueSheet.Words()
    /// Data tracks have no sound.
    var isAudio: Bool
    /// Where INDEX 00 and INDEX 01 are, and in which file.
    var indexes: [Int: (time: MediaTime, file: Int)] = [:]
    var hasWrongIndex = false
  }

  private var sheet = CueSheet()
  private var track: OpenTrack?
  private var lineNumber = 0

  /// Takes in the next line.
  mutating func take(_ line: Substring, number: Int) {
    lineNumber = number
    var words = CueWords(line)
    guard let command = words.next()?.uppercased() else { return }
    switch command {
    case "FILE": takeFile(words)
    case "TRACK": takeTrack(&words)
    case "INDEX": takeIndex(&words)
    case "TITLE": takeWord(words.rest, as: \.title)
    case "PERFORMER": takeWord(words.rest, as: \.performer)
    case "SONGWRITER": takeWord(words.rest, as: \.songwriter)
    case "REM": takeRemark(&words)
    // PREGAP and POSTGAP ask for silence that is not in the file; the rest is for burners.
    default: break
    }
  }

  /// The sheet, when all lines were taken in.
  mutating func finished() -> CueSheet {
    closeTrack()
    for index in sheet.files.indices { dropTracksOutOfOrder(in: index) }
    if sheet.files.isEmpty { report("no FILE in it", at: 1) }
    return sheet
  }

  // MARK: Lines

  private mutating func takeFile(_ words: CueWords) {
    guard let name = words.fileName, !name.isEmpty else { return report("FILE without a name") }
    sheet.files.append(CueSheet.File(name: name))
  }

  private mutating func takeTrack(_ words: inout CueWords) {
    closeTrack()
    guard let text = words.next(), let number = Int(text), (0...9_999).contains(number) else {
      return report("TRACK without a number")
    }
    if sheet.files.isEmpty { return report("track \(number) comes before any FILE") }
    let isAudio = words.next().map { $0.uppercased() == "AUDIO" } ?? true
    track = OpenTrack(number: number, line: lineNumber, isAudio: isAudio)
  }

  private mutating func takeIndex(_ words: inout CueWords) {
    guard let open = track else { return }
    guard let number = words.next().flatMap({ Int($0) }), let text = words.next() else {
      return reportIndex("INDEX without a number and a time")
    }
    guard let time = Self.time(text) else { return reportIndex("\"\(text)\" is no time (mm:ss:ff)") }
    // Higher indexes are places within the track.
    guard number == 0 || number == 1 else { return }
    if open.indexes[number] != nil { return report("track \(open.number) has a second INDEX \(text)") }
    track?.indexes[number] = (time, sheet.files.count - 1)
  }

  private mutating func reportIndex(_ text: String) {
    track?.hasWrongIndex = true
    report(text)
  }

  private mutating func takeWord(_ text: String, as field: WritableKeyPath<CueSheet.Words, String?>) {
    guard !text.isEmpty else { return }
    change { words in words[keyPath: field] = words[keyPath: field] ?? text }
  }

  private mutating func takeRemark(_ words: inout CueWords) {
    guard let name = words.next()?.uppercased(), case let value = words.rest, !value.isEmpty else { return }
    change { words in words.remarks[name] = words.remarks[name] ?? value }
  }

  /// Changes the words about the track whose lines are being read, or before the first about the album.
  private mutating func change(_ body: (inout CueSheet.Words) -> Void) {
    if track == nil { body(&sheet.album) } else { body(&track!.words) }
  }

  private mutating func report(_ text: String, at line: Int? = nil) {
    sheet.problems.append(CueSheet.Problem(line: line ?? lineNumber, text: text))
  }

  // MARK: Tracks

  /// The track begins at its INDEX 01; where there is none, at INDEX 00.
  private mutating func closeTrack() {
    guard let open = track else { return }
    track = nil
    guard open.isAudio else { return }
    guard let start = open.indexes[1] ?? open.indexes[0] else {
      // A time that is wrong has been reported already.
      if !open.hasWrongIndex { report("track \(open.number) has no INDEX", at: open.line) }
      return
    }
    sheet.files[start.file].tracks.append(
      CueSheet.Track(number: open.number, words: open.words, start: start.time, line: open.line))
  }

  /// A track that does not begin behind the one before has no place in the file.
  private mutating func dropTracksOutOfOrder(in file: Int) {
    var kept: [CueSheet.Track] = []
    for track in sheet.files[file].tracks {
      if let last = kept.last, track.start.value <= last.start.value {
        report("track \(track.number) does not begin behind track \(last.number)", at: track.line)
      } else {
        kept.append(track)
      }
    }
    sheet.files[file].tracks = kept
  }

  /// "mm:ss:ff", minutes of any size, frames of 1/75 s.
  private static func time(_ text: String) -> MediaTime? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 3, fields.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let minutes = Int64(fields[0]), let seconds = Int64(fields[1]), let frames = Int64(fields[2]),
      minutes < 100_000, seconds < 60, frames < 75
    else { return nil }
    return .disc(frames: (minutes * 60 + seconds) * 75 + frames)
  }
}

/// The words of a line: between blanks, or in quotes.
struct CueWords {
  private var line: Substring

  /// The words of `line`.
  init(_ line: Substring) { self.line = line }

  /// The next word, without its quotes; nil at the end. A quote that is not closed reaches to the end.
  mutating func next() -> String? {
    line = line.drop(while: \.isWhitespace)
    guard let first = line.first else { return nil }
    if first == "\"" {
      let word = line.dropFirst().prefix { $0 != "\"" }
      line = line[word.endIndex...].dropFirst()
      return String(word)
    }
    let word = line.prefix { !$0.isWhitespace }
    line = line[word.endIndex...]
    return String(word)
  }

  /// All that is left as one text, without the quotes around it. Quotes within it stay: some programs write them so.
  var rest: String {
    var text = Substring(line.trimmingBlanks)
    if text.first == "\"" {
      text = text.dropFirst()
      if text.last == "\"" { text = text.dropLast() }
    }
    return text.trimmingBlanks
  }

  /// The name in a FILE line, which its type follows: up to the last quote, or without quotes up to the last word, if
  /// that is a type.
  var fileName: String? {
    let text = line.trimmingBlanks
    if text.first == "\"" {
      let inside = text.dropFirst()
      return String(inside[..<(inside.lastIndex(of: "\"") ?? inside.endIndex)])
    }
    guard let blank = text.lastIndex(where: \.isWhitespace) else { return text }
    let types: Set = ["WAVE", "WAV", "MP3", "AIFF", "FLAC", "BINARY", "MOTOROLA"]
    let isTyped = types.contains(text[text.index(after: blank)...].uppercased())
    return isTyped ? text[..<blank].trimmingBlanks : text
  }
}
