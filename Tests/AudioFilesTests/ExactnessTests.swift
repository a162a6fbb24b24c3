import AudioEngine
import AudioFiles
import CTestSupport
import PlayerCore
import Testing

/// Lossless files, sample by sample.
@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), .timeLimit(.minutes(5)))
struct ExactnessTests {
  /// Of files that end with an error, the manifest's digest covers more than is played.
  static let digested = Corpus.sounds.filter { file in
    !file.digest.isEmpty && CorpusTests.differences[file.path]?.fails != true
  }

  @Test func `digests are those of RFC 1321`() {
    #expect(digest(of: [UInt8]()) == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(digest(of: Array("message digest".utf8)) == "f96b697d7cb7938d525a2f31aaf161d0")
  }

  @Test(arguments: digested) func `a lossless file is decoded bit by bit`(_ file: CorpusFile) throws {
    let parts = file.digest.split(separator: ":")
    let samples = decode(file.file).samples
    // A sample that is no whole number of the file's width becomes one that shows up in the digest.
    let found =
      switch parts[0] {
      case "pcm_s16le": digest(of: samples.map { Int16(exactly: $0 * 0x8000) ?? 0x5A5A })
      case "pcm_s32le": digest(of: samples.map { Int32(exactly: $0 * 0x8000_0000) ?? 0x5A5A_5A5A })
      default: digest(of: samples)
      }
    #expect(found == parts[1])
  }

  private func digest<Sample>(of samples: [Sample]) -> String {
    var text = [CChar](repeating: 0, count: 33)
    samples.withUnsafeBytes { cts_md5($0.baseAddress, $0.count, &text) }
    return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
