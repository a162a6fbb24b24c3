import AudioFiles
import PlayerCore
import Testing

/// The picture that stands for a track.
struct CoverTests {
  private let folder = TemporaryFolder()
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

  /// The contents of a FLAC file's picture block (RFC 9639, 8.8).
  private static func block(kind: UInt8, _ image: [UInt8], type: String = "image/x") -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    return [0, 0, 0, kind] + big(type.utf8.count) + Array(type.utf8) + [UInt8](repeating: 0, count: 20)
      + big(image.count) + image
  }

  private func cover(pictures: [[UInt8]] = []) throws -> Picture? {
    let bytes = TaggedFile.flac(comments: [], blocks: pictures.map { (6, $0) })
    let file = folder.write(bytes, to: FilePath("album/1.flac"))
    return Picture.cover(of: file, tags: try readTags(file))
  }

  @Test func `the front cover in the file goes before other pictures, and those before the folder's`() throws {
    folder.write(Self.jpeg, to: FilePath("album/cover.jpg"))
    let (back, front) = (Self.png + [1], Self.png + [2])
    let both = try cover(pictures: [Self.block(kind: 4, back), Self.block(kind: 3, front)])
    #expect(both?.bytes == front && both?.mimeType == "image/png")
    #expect(try cover(pictures: [Self.block(kind: 4, back)])?.bytes == back)
    #expect(try cover()?.bytes == Self.jpeg)
    // What is no picture is none, whatever it says.
    #expect(try cover(pictures: [Self.block(kind: 3, Array("http://x".utf8))])?.bytes == Self.jpeg)
  }

  @Test func `the folder's picture is called cover or folder, in any case`() throws {
    #expect(try cover() == nil)
    folder.write(Self.jpeg, to: FilePath("album/back.jpg"))
    #expect(try cover() == nil)
    folder.write(Self.png + [1], to: FilePath("album/Folder.PNG"))
    #expect(try cover()?.bytes == Self.png + [1])
    folder.write(Array("no picture".utf8), to: FilePath("album/cover.jpg"))
    #expect(try cover()?.bytes == Self.png + [1])
    folder.write(Self.jpeg + [2], to: FilePath("album/COVER.jpeg"))
    #expect(try cover()?.bytes == Self.jpeg + [2])
  }

  @Test func `what cannot be a picture is not read`() throws {
    folder.makeFolder("album/cover.png")
    folder.write([], to: FilePath("album/folder.png"))
    #expect(try cover() == nil)
  }
}
