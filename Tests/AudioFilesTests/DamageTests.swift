import AudioEngine
import AudioFiles
import Glibc
import PlayerCore
import Testing

/// Corpus files cut and changed at random, the same way in every run.
@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), .timeLimit(.minutes(5)))
struct DamageTests {
  static let victims = Corpus.sounds.filter { file in
    [
      "tags/vorbis/taglib-multiple-vc.flac", "decode/mp3/androidx-bear-vbr-xing-header.mp3", "art/mediafile-image.ogg",
      "decode/opus/audioscan-failure-end_gp_before_last_packet1.opus", "decode/other/mm-dvi_adpcm.wav",
      "decode/other/atl-caf.caf", "decode/mp3/minimp3-l1-fl4.mp1", "tags/vorbis/navidrome-test.opus",
      "decode/ogg/derived-chained_vorbis_same_format.ogg",
    ].contains(file.path)
  }

  @Test(arguments: victims) func `damage neither crashes, hangs nor makes a sample that is no number`(
    _ file: CorpusFile
  ) {
    let folder = TemporaryFolder()
    var numbers = SeededNumbers(seed: UInt64(file.path.utf8.count) &* 7_919)
    let original = bytesOfFile(file.file)
    for round in 0..<40 {
      var bytes = original
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &numbers)) }
      for _ in 0..<(1 << (round % 7)) {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      let path = folder.write(bytes, to: FilePath("damaged"))
      #expect(decode(path).isFinite)
      _ = try? readFacts(path)
      guard let decoder = try? openDecoder(path) else { continue }
      try? decoder.seek(to: FrameCount(Int.random(in: 0..<50_000, using: &numbers)))
      _ = try? decoder.block(of: 1_000)
    }
  }
}
