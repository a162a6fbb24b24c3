import AudioFiles
import PlayerCore
import Testing

/// Tags that claim what is not there, and files changed at random.
@Suite(.timeLimit(.minutes(5)))
struct TagBoundsTests {
  private let folder = TemporaryFolder()

  private func tags(_ bytes: [UInt8]) throws -> Tags { try readTags(folder.write(bytes, to: FilePath("tagged"))) }

  private let title = TaggedFile.frame("TIT2", latin1: "Title")

  @Test func `sizes beyond the end of the file cost nothing that is in it`() throws {
    #expect(try tags(TaggedFile.id3v2(title, size: 0x0FFF_FFFF)).title == "Title")
    let picture = Array("APIC".utf8) + [0x06, 0, 0, 0, 0, 0] + [0] + Array("image/png".utf8) + [0, 3, 0, 1, 2]
    #expect(try tags(TaggedFile.id3v2(title + picture)).title == "Title")
    let comments = [Array("TITLE=Title".utf8)]
    #expect(try tags(TaggedFile.flac(comments: comments, count: 0xFFFF_FFFF)).title == "Title")
    let wide = TaggedFile.flac(comments: comments)
    #expect(try tags(wide + [0xFF, 0xFF, 0xFF, 0x7F] + Array("ARTIST=".utf8)).title == "Title")
    #expect(try tags(TaggedFile.ape(["TITLE": "Title"], size: 0x7FFF_FFFF)) == Tags())
  }

  @Test func `a picture in a FLAC block that claims 100 MB is none`() throws {
    // Type, MIME type, description, width, height, depth, colours, and a length of 100 MB.
    let picture: [UInt8] =
      [0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [6, 0, 0, 0, 1, 2, 3]
    let tags = try tags(TaggedFile.flac(comments: [Array("TITLE=Title".utf8)], blocks: [(6, picture)]))
    #expect(tags.title == "Title")
    #expect(tags.pictures.isEmpty)
  }

  @Test func `more texts than anybody writes are cut off`() throws {
    let comments = (0..<70_000).map { Array("A=\($0)".utf8) }
    #expect(try tags(TaggedFile.flac(comments: comments)).texts.values.first?.count == 65_536)
  }

  static let victims = Corpus.sounds.filter { $0.path.hasPrefix("tags/") || $0.path.hasPrefix("lyrics/") }

  @Test(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), arguments: victims)
  func `damage neither crashes nor hangs`(_ file: CorpusFile) throws {
    var numbers = SeededNumbers(seed: UInt64(file.path.utf8.count) &* 104_729)
    let original = bytesOfFile(file.file)
    let time = try ContinuousClock().measure {
      for round in 0..<20 {
        var bytes = original
        if round % 3 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &numbers)) }
        let front = min(bytes.count, 2_048)
        for index in 0..<(1 << (round % 7)) {
          let range = 0..<(index % 2 == 0 ? front : bytes.count)
          bytes[Int.random(in: range, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
        }
        let tags = try tags(bytes)
        #expect(tags.texts.values.allSatisfy { !$0.isEmpty && $0.allSatisfy { !$0.isEmpty } })
        #expect(tags.pictures.reduce(0) { $0 + $1.bytes.count } <= bytes.count)
      }
    }
    #expect(time < .seconds(20))
  }
}
