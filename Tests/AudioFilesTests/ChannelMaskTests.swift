import AudioEngine
import PlayerCore
import Testing

@testable import AudioFiles

@Suite struct ChannelMaskTests {
  /// A WAV file with WAVEFORMATEXTENSIBLE: one frame of silence in 16 bits.
  private func extensible(channels: Int, mask: UInt32) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let data = [UInt8](repeating: 0, count: channels * 2)
    let pcm: [UInt8] = [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    var bytes = Array("RIFF".utf8) + little(60 + data.count, 4) + Array("WAVEfmt ".utf8) + little(40, 4)
    bytes += little(0xFFFE, 2) + little(channels, 2) + little(48_000, 4) + little(48_000 * channels * 2, 4)
    bytes += little(channels * 2, 2) + little(16, 2) + little(22, 2) + little(16, 2) + little(Int(mask), 4) + pcm
    return bytes + Array("data".utf8) + little(data.count, 4) + data
  }

  @Test(
    arguments: [
      (2, 0x3), (2, 0x30), (6, 0x3F), (6, 0x60F), (8, 0x63F), (8, 0xFF), (4, 0x33), (4, 0x107), (1, 0x8),
    ] as [(Int, UInt32)])
  func `a WAV file's mask says where its channels sound`(channels: Int, mask: UInt32) throws {
    let folder = TemporaryFolder()
    let path = folder.write(extensible(channels: channels, mask: mask), to: FilePath("mask.wav"))
    let format = try openDecoder(path).format
    #expect(format.layout == ChannelLayout(channels: channels, mask: mask))
    #expect(format.layout.mask == mask)
  }

  @Test(
    arguments: [("0x30", 0x30), ("0X3", 0x3), ("48", 0x3), ("0x", 0x3), ("0x7", 0x3), ("0x0", 0x3)]
      as [(String, UInt32)])
  func `a FLAC file's comment does likewise, if it makes sense (RFC 9639, 8.6.2)`(text: String, mask: UInt32) throws {
    let folder = TemporaryFolder()
    let comments = ["TITLE=x", "waveformatextensible_channel_mask=\(text)"]
    let path = folder.write(TaggedFile.flac(comments: comments.map { Array($0.utf8) }), to: FilePath("mask.flac"))
    #expect(try openDecoder(path).format.layout.mask == mask)
  }

  @Test func `without a mask the number of channels counts`() throws {
    let folder = TemporaryFolder()
    let path = folder.write(wav([0, 0, 0, 0, 0, 0], bits: 16, channels: 6), to: FilePath("plain.wav"))
    #expect(try openDecoder(path).format.layout == ChannelLayout(channels: 6))
  }
}
