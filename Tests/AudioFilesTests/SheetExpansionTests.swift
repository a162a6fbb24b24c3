import AudioEngine
import Glibc
import PlayerCore
import Testing

@testable import AudioFiles

@Suite struct SheetExpansionTests {
  let folder = TemporaryFolder()
  static let twoTracks = "TRACK 1 AUDIO\nTITLE One\nINDEX 01 00:00:00\nTRACK 2 AUDIO\nTITLE Two\nINDEX 01 00:05:00\n"

  /// "a.flac One" for a part, "a.flac" for a whole file, as seen from the folder.
  private func items(_ arguments: String...) -> [String] { items(of: arguments) }

  private func items(of arguments: [String]) -> [String] {
    expand(arguments.map { folder[$0] }).items.map { item in
      let name = item.path.text.replacing(folder.path.text + "/", with: "")
      return item.part == nil ? name : "\(name) \(item.facts.title ?? "")"
    }
  }

  private func problems(_ name: String) -> [String] {
    expand([folder[name]]).problems.map { $0.text.replacing(folder.path.text + "/", with: "") }
  }

  private func writeSheet(_ files: String..., to name: String) {
    folder.write(files.map { "FILE \"\($0)\" WAVE\n" + Self.twoTracks }.joined(), to: name)
  }

  @Test func `a sheet is its tracks`() {
    folder.write("x", to: "a.flac")
    writeSheet("a.flac", to: "disc.cue")
    #expect(items("disc.cue") == ["a.flac One", "a.flac Two"])
    #expect(
      expand([folder["disc.cue"]]).items.map(\.part) == [
        TrackPart(start: .disc(frames: 0), end: .disc(frames: 375)), TrackPart(start: .disc(frames: 375)),
      ])
  }

  @Test(arguments: [
    ("a.wav", "a.flac"), ("A.FLAC", "a.flac"), ("C:\\rips\\a.wav", "a.flac"), ("sub\\b.wav", "sub/b.ape"),
    ("./a.flac", "a.flac"), ("Caf\u{E9}.wav", "Cafe\u{301}.wv"), ("gone.wav", "disc.mp3"),
  ]) func `the file that is meant is found`(named: String, there: String) {
    folder.write("x", to: there)
    folder.write("x", to: "other.flac")
    writeSheet(named, to: "disc.cue")
    #expect(items("disc.cue") == ["\(there) One", "\(there) Two"])
  }

  @Test func `the file of that very name comes first, then any with another ending in natural order`() {
    for name in ["a.wav", "a.flac", "a.mp3"] { folder.write("x", to: name) }
    writeSheet("a.wav", to: "disc.cue")
    #expect(items("disc.cue") == ["a.wav One", "a.wav Two"])
    writeSheet("a.ape", to: "disc.cue")
    #expect(items("disc.cue") == ["a.flac One", "a.flac Two"])
  }

  @Test func `a sheet in another encoding finds a name in UTF-8 and in its own`() throws {
    let text = "FILE \"Группа крови.flac\" WAVE\nPERFORMER \"Виктор Цой и группа Кино\"\n" + Self.twoTracks
    let encoding = TextEncoding.named("WINDOWS-1251")
    folder.write(try #require(encoding.bytes(text)), to: FilePath("disc.cue"))
    let own = folder.write([0x78], to: FilePath(bytes: try #require(encoding.bytes("Группа крови.flac"))))
    #expect(expand([folder["disc.cue"]]).paths == [own, own])
    folder.write("x", to: "Группа крови.flac")
    #expect(items("disc.cue") == ["Группа крови.flac One", "Группа крови.flac Two"])
    #expect(expand([folder["disc.cue"]]).items[0].facts.artist == "Виктор Цой и группа Кино")
  }

  @Test func `several files, one of which is missing`() {
    folder.write("x", to: "b.flac")
    writeSheet("a.flac", "b.flac", to: "disc.cue")
    #expect(items("disc.cue") == ["b.flac One", "b.flac Two"])
    #expect(problems("disc.cue") == ["a.flac (in disc.cue): no such file"])
  }

  @Test(arguments: [
    ("FILE disc.flac WAVE\nTRACK 1 AUDIO\n", ["disc.cue: line 2: track 1 has no INDEX"]),
    ("no sheet at all\n", ["disc.cue: line 1: no FILE in it"]),
    ("\0\u{1}", ["disc.cue: not a playlist: it is not text"]), ("", ["disc.cue: an empty file"]),
  ]) func `what a broken sheet belongs to is played whole`(text: String, reasons: [String]) {
    folder.write("x", to: "disc.flac")
    folder.write(text, to: "disc.cue")
    #expect(items("disc.cue") == ["disc.flac"])
    #expect(problems("disc.cue") == reasons)
    #expect(items("") == ["disc.flac"])
  }

  @Test func `a folder with a sheet lists its tracks once, where the sheet stands`() {
    for name in ["CD/1 intro.mp3", "CD/album.flac", "CD/zugabe.mp3"] { folder.write("x", to: name) }
    writeSheet("album.wav", to: "CD/album.cue")
    writeSheet("album.flac", to: "CD/album.flac.cue")
    let tracks = ["CD/1 intro.mp3", "CD/album.flac One", "CD/album.flac Two", "CD/zugabe.mp3"]
    #expect(items("") == tracks)
    #expect(items("CD") == tracks)
  }

  @Test func `a sheet in a folder that outlived its files is passed over`() {
    folder.write("x", to: "1 one.mp3")
    writeSheet("album.wav", to: "album.cue")
    #expect(items("") == ["1 one.mp3"])
    #expect(problems("").isEmpty)
  }

  @Test func `sheets in playlists are read`() {
    folder.write("x", to: "CD/a.flac")
    writeSheet("a.flac", to: "CD/a.cue")
    folder.write("CD/a.cue\nCD/a.flac\n", to: "list.m3u")
    #expect(items("list.m3u") == ["CD/a.flac One", "CD/a.flac Two"])
  }

  @Test(arguments: [
    (["a.flac", "b.flac", "a.cue"], ["b.flac", "a.flac One", "a.flac Two"]),
    (["a.cue", "sub/../a.flac"], ["a.flac One", "a.flac Two"]),
    (["a.flac", "a.flac"], ["a.flac", "a.flac"]), (["b.flac", "broken.cue"], ["b.flac"]),
    (["a.flac", "sub"], ["sub/../a.flac One", "sub/../a.flac Two"]),
    (["b.flac", "sub/list.m3u"], ["b.flac", "sub/../a.flac One", "sub/../a.flac Two"]),
  ]) func `a file that a sheet names is not listed for its own name`(arguments: [String], expected: [String]) {
    for name in ["a.flac", "b.flac"] { folder.write("x", to: name) }
    writeSheet("a.flac", to: "a.cue")
    writeSheet("../a.flac", to: "sub/a.cue")
    folder.write("FILE b.flac WAVE\n", to: "broken.cue")
    folder.write("../a.flac\na.cue\n", to: "sub/list.m3u")
    #expect(items(of: arguments) == expected)
  }

  @Test func `a sheet that is no file is not waited for`() {
    _ = folder["disc.cue"].withCString { mkfifo($0, 0o644) }
    #expect(problems("disc.cue") == ["disc.cue: a pipe, not a file"])
  }
}
