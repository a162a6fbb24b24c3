import PlayerCore
import Testing

@testable import AudioFiles

@Suite struct CueSheetTests {
  private func lines(_ sheet: CueSheet) -> [String] { sheet.problems.map { "\($0.line): \($0.text)" } }

  private func starts(_ sheet: CueSheet, _ file: Int = 0) -> [Int64] { sheet.files[file].tracks.map(\.start.value) }

  @Test func `words, remarks, tracks and their places are read`() {
    let sheet = CueSheet(
      """
      REM GENRE "Jazz Fusion"
      REM DATE 1971
      REM REPLAYGAIN_ALBUM_GAIN -6.98 dB
      CATALOG 0123456789012
      performer "The Cans"
      TITLE "All  of \"it\" "
      SONGWRITER Somebody Else
      FILE "a \"b\".flac" WAVE
        TRACK 01 AUDIO
          FLAGS DCP
          TITLE "One"
          ISRC ABCDE1234567
          INDEX 01 00:00:00
          INDEX 02 00:10:00
        TRACK 02 AUDIO
          PREGAP 00:02:00
          PERFORMER "Guests"
          REM REPLAYGAIN_TRACK_GAIN +1.5 dB
          INDEX 00 01:02:03
          INDEX 01 01:04:74
          POSTGAP 00:02:00
      """)
    #expect(lines(sheet).isEmpty)
    #expect(sheet.album.title == "All  of \"it\"" && sheet.album.performer == "The Cans")
    #expect(sheet.album.songwriter == "Somebody Else")
    #expect(
      sheet.album.remarks == ["GENRE": "Jazz Fusion", "DATE": "1971", "REPLAYGAIN_ALBUM_GAIN": "-6.98 dB"])
    #expect(sheet.files.map(\.name) == ["a \"b\".flac"])
    #expect(starts(sheet) == [0, (64 * 75) + 74])
    let tracks = sheet.files[0].tracks
    #expect(tracks[1].words.remarks == ["REPLAYGAIN_TRACK_GAIN": "+1.5 dB"])
    var facts = TrackFacts(title: "One", artist: "The Cans", album: "All  of \"it\"")
    facts.replayGain = ReplayGainFacts(albumGain: -6.98)
    #expect(sheet.facts(of: tracks[0]) == facts)
    facts = TrackFacts(title: "Track 2", artist: "Guests", album: "All  of \"it\"")
    facts.replayGain = ReplayGainFacts(trackGain: 1.5, albumGain: -6.98)
    #expect(sheet.facts(of: tracks[1]) == facts)
    #expect(CueSheet("FILE a\nTRACK 1 AUDIO\nINDEX 01 0:0:0").album.remarks.isEmpty)
  }

  @Test(arguments: [
    ("-6,98 dB", -6.98), ("+3", 3), (" 1.5dB", 1.5), ("nan", nil), ("inf dB", nil), ("0x10", 0), ("loud", nil),
  ])
  func `a loudness counts as it does in a tag`(text: String, number: Double?) {
    let sheet = CueSheet("FILE a\nTRACK 1 AUDIO\nREM REPLAYGAIN_TRACK_GAIN \(text)\nINDEX 01 0:0:0")
    let facts = sheet.facts(of: sheet.files[0].tracks[0]).replayGain
    #expect(facts == number.map { ReplayGainFacts(trackGain: $0) })
  }

  @Test func `a peak that no sound has is none, in a sheet too`() {
    let lines = ["REM REPLAYGAIN_TRACK_PEAK 0", "REM REPLAYGAIN_TRACK_PEAK -1", "REM REPLAYGAIN_TRACK_PEAK inf"]
    for line in lines {
      let sheet = CueSheet("FILE a\nTRACK 1 AUDIO\n\(line)\nINDEX 01 0:0:0")
      #expect(sheet.facts(of: sheet.files[0].tracks[0]).replayGain == nil)
    }
  }

  @Test func `the gap before a track belongs to the one before, and the last lasts to the end`() {
    let sheet = CueSheet(
      "FILE a WAVE\nTRACK 1 AUDIO\nINDEX 00 0:0:0\nINDEX 01 0:1:0\nTRACK 2 AUDIO\nINDEX 00 0:5:0\nINDEX 01 0:7:0")
    #expect(
      sheet.parts(of: sheet.files[0]).map(\.part) == [
        TrackPart(start: .disc(frames: 75), end: .disc(frames: 525)), TrackPart(start: .disc(frames: 525)),
      ])
  }

  @Test func `a gap that is in the file before leaves the track where its INDEX 01 is`() {
    let sheet = CueSheet(
      """
      FILE "1.wav" WAVE
      TRACK 01 AUDIO
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      INDEX 00 03:00:00
      FILE "2.wav" WAVE
      INDEX 01 00:00:00
      """)
    #expect(sheet.files.map { $0.tracks.map(\.number) } == [[1], [2]])
    #expect(starts(sheet, 1) == [0])
    #expect(sheet.parts(of: sheet.files[0]).map(\.part) == [TrackPart(start: .disc(frames: 0))])
  }

  @Test(arguments: [
    ("FILE a.mp3 MP3", "a.mp3"), ("FILE a b.flac WAVE", "a b.flac"), ("FILE \"a b.ape\" WAVE", "a b.ape"),
    ("FILE \"C:\\rips\\a.wav\" WAVE", "C:\\rips\\a.wav"), ("FILE a.flac", "a.flac"), ("file\t\"a.flac", "a.flac"),
    ("FILE some name", "some name"),
  ]) func `a file's name is read with and without quotes and type`(line: String, name: String) {
    #expect(CueSheet(line).files.map(\.name) == [name])
  }

  @Test(arguments: [
    "05:45", "09:07:a", ":nan:inf", "1", "00:60:00", "00:00:75", "-1:00:00", "00:+1:00", "999999:00:00",
  ])
  func `a time that is none is named with its line, and the other tracks are kept`(time: String) {
    let sheet = CueSheet(
      """
      FILE a WAVE
      TRACK 1 AUDIO
      INDEX 01 00:00:00
      TRACK 2 AUDIO
      INDEX 01 \(time)
      TRACK 3 AUDIO
      INDEX 01 00:09:00
      """)
    #expect(lines(sheet) == ["5: \"\(time)\" is no time (mm:ss:ff)"])
    #expect(sheet.files[0].tracks.map(\.number) == [1, 3])
  }

  @Test func `each thing that is wrong has its line`() {
    let sheet = CueSheet(
      """
      TRACK 1 AUDIO
      FILE
      FILE a WAVE
      TRACK x AUDIO
      INDEX 01 00:00:00
      TRACK 1 AUDIO
      TRACK 2 AUDIO
      INDEX 01 01:00:00
      INDEX 01 02:00:00
      TRACK 3 AUDIO
      INDEX 01 01:00:00
      TRACK 4 MODE1/2352
      INDEX 01 03:00:00
      TRACK 5 AUDIO
      INDEX
      """)
    #expect(
      lines(sheet) == [
        "1: track 1 comes before any FILE", "2: FILE without a name", "4: TRACK without a number",
        "6: track 1 has no INDEX", "9: track 2 has a second INDEX 02:00:00", "15: INDEX without a number and a time",
        "10: track 3 does not begin behind track 2",
      ])
    #expect(sheet.files[0].tracks.map(\.number) == [2])
  }

  @Test(arguments: ["", "\n\n", "nonsense\n", "\"", "REM", "TITLE \"x"])
  func `a text without a file says so`(text: String) {
    #expect(lines(CueSheet(text)) == ["1: no FILE in it"])
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func `any line ends do`(end: String) {
    let sheet = CueSheet(["FILE a WAVE", "TRACK 1 AUDIO", "INDEX 01 00:00:x"].joined(separator: end))
    #expect(lines(sheet) == ["3: \"00:00:x\" is no time (mm:ss:ff)"])
  }

  @Test func `garbage of any kind is read to its end`() {
    var numbers = SeededNumbers(seed: 7)
    let pieces = [
      "FILE", "TRACK", "INDEX", "01", "00:00:00", "\"", " ", "\n", "é", "AUDIO", "TITLE", "REM", "\u{301}", "x",
    ]
    for _ in 0..<2_000 {
      let text = (0..<40).map { _ in pieces.randomElement(using: &numbers)! }.joined(separator: " ")
      let sheet = CueSheet(text)
      for file in sheet.files {
        let starts = file.tracks.map(\.start.value)
        #expect(starts == Array(Set(starts)).sorted())
      }
    }
  }
}

@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"))
struct CueCorpusTests {
  static let sheets = Corpus.files.filter { $0.path.hasPrefix("cue/") && $0.path.hasSuffix(".cue") }
  /// In these some tracks have no time that could be read.
  static let broken = ["cue/amarok-testsheet01-utf8-broken.cue": 9, "cue/clementine-brokensong.cue": 2]

  private func sheet(_ file: CorpusFile) -> CueSheet { CueSheet(text(ofUnknownEncoding: bytesOfFile(file.file))) }

  @Test(arguments: sheets) func `a sheet says what the manifest says`(_ file: CorpusFile) throws {
    let sheet = sheet(file)
    #expect(sheet.album.title == file.fact("album"))
    #expect(sheet.album.performer == file.fact("performer"))
    #expect(sheet.files.count == Int(file.fact("files")!))
    let tracks = sheet.files.flatMap(\.tracks)
    #expect(tracks.count == Self.broken[file.path] ?? Int(file.fact("tracks")!))
    #expect(sheet.problems.isEmpty == (Self.broken[file.path] == nil))
    let row = #/(?<number>\d+) (?<title>.*) \[file (?<file>\d+)(?<indexes>.*)\]/#
    let index = #/INDEX 01=(?<minutes>\d+):(?<seconds>\d\d):(?<frames>\d\d)\b/#
    var compared = 0
    for text in file.fact("tracklist")!.split(separator: " ; ") where text != "…" {
      let cells = try #require(text.wholeMatch(of: row)?.output)
      guard let time = cells.indexes.firstMatch(of: index)?.output else { continue }
      let start = (Int64(time.minutes)! * 60 + Int64(time.seconds)!) * 75 + Int64(time.frames)!
      let tracks = sheet.files[Int(cells.file)! - 1].tracks
      let found = tracks.first { $0.number == Int(cells.number) && $0.start.value == start }
      #expect(found?.words.title == String(cells.title))
      compared += 1
    }
    #expect(compared > 0 || file.path == "cue/libcue-issue10.cue")
  }

  @Test(arguments: sheets) func `a sheet whose file is missing names the file`(_ file: CorpusFile) {
    let expansion = expand([file.file])
    #expect(expansion.items.isEmpty)
    let missing = expansion.problems.filter { $0.reason == "no such file" }
    #expect(missing.count == Int(file.fact("files")!))
    #expect(missing.allSatisfy { $0.text.hasSuffix("(in \(file.file.lastComponent.text)): no such file") })
  }

  @Test func `errors name the sheet, the line and what is wrong`() {
    let path = FilePath(Corpus.folder! + "/cue/amarok-testsheet01-utf8-broken.cue")
    let texts = expand([path]).problems.map(\.text)
    #expect(texts.first == "\(path.text): line 12: \"05:45\" is no time (mm:ss:ff)")
  }
}
