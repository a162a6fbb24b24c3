import PlayerCore
import Testing

@testable import AudioFiles

@Suite struct EmbeddedSheetTests {
  private func sheet(_ text: String) -> [QueueItem] {
    var tags = Tags()
    tags.texts[.cueSheet] = [text]
    return tags.sheet(of: FilePath("/album.flac"))
  }

  @Test func `the sheet means the file that it is in, whatever it names`() {
    let items = sheet("TITLE Album\nFILE \"C:\\rip.wav\" WAVE\n" + SheetExpansionTests.twoTracks)
    #expect(items.map(\.path) == [FilePath("/album.flac"), FilePath("/album.flac")])
    #expect(items.map(\.facts.title) == ["One", "Two"])
    #expect(items.map(\.facts.album) == ["Album", "Album"])
    #expect(
      items.map(\.part) == [
        TrackPart(start: .disc(frames: 0), end: .disc(frames: 375)), TrackPart(start: .disc(frames: 375)),
      ])
  }

  @Test(arguments: [
    "", "no sheet", "FILE a.wav WAVE\n", "FILE a.wav WAVE\nTRACK 1 AUDIO\n",
    "FILE a.wav WAVE\n\(SheetExpansionTests.twoTracks)FILE b.wav WAVE\n\(SheetExpansionTests.twoTracks)",
  ]) func `what names no track, or several files, is no sheet`(text: String) {
    #expect(sheet(text).isEmpty)
  }

  @Test func `a text beyond all measure is no sheet`() {
    let text = "FILE a.wav WAVE\n" + SheetExpansionTests.twoTracks
    #expect(sheet(text + String(repeating: "REM\n", count: 1_000)).count == 2)
    #expect(sheet(text + String(repeating: "REM\n", count: 300_000)).isEmpty)
  }

  @Test func `a file is read with its sheet, and a part of it without`() throws {
    let folder = TemporaryFolder()
    let text = "FILE x WAVE\n" + SheetExpansionTests.twoTracks
    let tag = TaggedFile.id3v2(
      TaggedFile.frame("TALB", latin1: "Album") + TaggedFile.frame("TXXX", latin1: "CUESHEET\0" + text))
    var bytes = wav([1, 2, 3, 4], bits: 16)
    bytes += Array("id3 ".utf8) + [UInt8(tag.count), 0, 0, 0] + tag
    bytes[4] = UInt8(bytes.count - 8)
    let path = folder.write(bytes, to: FilePath("album.wav"))
    var reader = TrackFactsReader()
    let reading = try reader.read(Track(entry: QueueEntryID(1), path: path))
    #expect(reading.facts.album == "Album" && reading.facts.length == FrameCount(4))
    #expect(reading.sheet.map(\.facts.title) == ["One", "Two"])
    #expect(try readFacts(path) == reading.facts)
    let part = TrackPart(start: .disc(frames: 0))
    #expect(try reader.read(Track(entry: QueueEntryID(1), path: path, part: part)).sheet.isEmpty)
  }
}

@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set")) struct EmbeddedSheetCorpusTests {
  @Test func `a FLAC file's sheet is found when its facts are read`() throws {
    let path = FilePath(Corpus.folder! + "/cue/flacon-embedded_cue.flac")
    var reader = TrackFactsReader()
    let reading = try reader.read(Track(entry: QueueEntryID(1), path: path))
    #expect(reading.facts.length == FrameCount(44_100))
    #expect(reading.sheet.map(\.facts.title) == (1...4).map { "Short track \($0)" })
    #expect(reading.sheet.map { $0.part?.start } == [33, 3_450, 6_385, 12_080].map { MediaTime.disc(frames: $0) })
    #expect(
      reading.sheet.allSatisfy {
        $0.path == path && $0.facts.artist == "Test for flacon" && $0.facts.album == "Short file"
      })
    let part = Track(entry: QueueEntryID(1), path: path, part: reading.sheet[0].part)
    #expect(try reader.read(part).sheet.isEmpty)
  }
}
