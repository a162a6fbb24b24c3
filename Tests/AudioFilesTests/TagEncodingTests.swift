import AudioFiles
import PlayerCore
import Testing

/// Texts in encodings that no format of tags declares.
struct TagEncodingTests {
  private let folder = TemporaryFolder()

  private func tags(_ bytes: [UInt8]) throws -> Tags { try readTags(folder.write(bytes, to: FilePath("tagged.mp3"))) }

  /// "Кино" and "Группа крови" in Windows-1251.
  private let kino: [UInt8] = [0xCA, 0xE8, 0xED, 0xEE]
  private let gruppa: [UInt8] = [0xC3, 0xF0, 0xF3, 0xEF, 0xEF, 0xE0, 0x20, 0xEA, 0xF0, 0xEE, 0xE2, 0xE8]

  @Test func `Cyrillic in frames that say Latin-1`() throws {
    let frames = TaggedFile.frame("TPE1", [0] + kino) + TaggedFile.frame("TIT2", [0] + gruppa)
    let tags = try tags(TaggedFile.id3v2(frames + TaggedFile.frame("TALB", latin1: "Gruppa krovi")))
    #expect(tags.artist == "Кино")
    #expect(tags.title == "Группа крови")
    #expect(tags.album == "Gruppa krovi")
  }

  @Test func `Cyrillic in an ID3v1 tag`() throws {
    let tags = try tags(TaggedFile.id3v1(title: gruppa, artist: kino))
    #expect(tags.artist == "Кино")
    #expect(tags.title == "Группа крови")
  }

  @Test func `a field of UTF-16 is no witness for those that say Latin-1`() throws {
    let frames = TaggedFile.frame("TALB", [1, 0xFF, 0xFE, 0xD6, 0]) + TaggedFile.frame("TIT2", [0] + gruppa)
    let tags = try tags(TaggedFile.id3v2(frames))
    #expect(tags.album == "Ö")
    #expect(tags.title == "Группа крови")
  }

  @Test func `UTF-8 in frames that say Latin-1`() throws {
    let tags = try tags(TaggedFile.id3v2(TaggedFile.frame("TIT2", latin1: "Übung 練習")))
    #expect(tags.title == "Übung 練習")
  }

  @Test func `Latin-1 where that is meant`() throws {
    let frames = TaggedFile.frame("TIT2", [0, 0xDC, 0x62, 0x75, 0x6E, 0x67]) + TaggedFile.frame("TPE1", latin1: "Who")
    #expect(try tags(TaggedFile.id3v2(frames)).title == "Übung")
  }

  @Test(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"))
  func `Chinese and Japanese in the corpus`() throws {
    let chinese = try readTags(FilePath(Corpus.folder! + "/tags/id3/tinytag-chinese_id3.mp3"))
    #expect(chinese.title == "角落之歌")
    #expect(chinese.artist == "苏云")
    #expect(chinese.album == "角落之歌")
    #expect(chinese[.genre] == "休闲音乐")
    let japanese = try readTags(FilePath(Corpus.folder! + "/tags/id3/dhowden-sample_ms932_v1.1.mp3"))
    #expect(japanese.title == "サンプルのタイトル")
    #expect(japanese.artist == "サンプルのアーティスト")
    #expect(japanese.album == "サンプルのアルバム")
  }
}
