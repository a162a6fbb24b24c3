import AudioEngine
import AudioFiles
import PlayerCore
import Testing

/// A stream of numbers that is the same in every run (xorshift).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Where seeks land: the same samples as a decode from the start gives.
@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), .timeLimit(.minutes(5)))
struct SeekTests {
  static let playing = Corpus.sounds.filter { file in
    let mayFail = CorpusTests.differences[file.path]?.fails ?? false
    return !mayFail && ["play", "play-partial"].contains(file.expect)
  }
  static let exact = playing.filter { $0.isLossless }
  static let lossy = playing.filter { !$0.isLossless }

  @Test(arguments: exact) func `a lossless seek is exact`(_ file: CorpusFile) throws {
    #expect(try largestDifference(in: file.file, seeks: 50) == 0)
  }

  @Test(arguments: lossy) func `a lossy seek lands on the same samples`(_ file: CorpusFile) throws {
    // Opus converges towards the same samples; where a page is damaged, Vorbis overlaps other blocks after a seek; AAC
    // fills up with noise, which is not the same twice.
    let mayDiffer = file.path == "decode/ogg/audioscan-bug905.ogg" || file.codec == "aac"
    let difference = try largestDifference(in: file.file, seeks: 50)
    #expect(difference < (mayDiffer ? 1e-3 : 1e-4), "\(difference)")
  }

  @Test func `a file in which the library cannot seek is sought by decoding`() throws {
    let path = FilePath(Corpus.folder! + "/broken/ftf-f-01-wrong_max_blocksize.flac")
    #expect(try largestDifference(in: path, seeks: 5) == 0)
  }

  @Test(arguments: exact + lossy) func `what follows a seek is heard to the end`(_ file: CorpusFile) throws {
    let decoder = try openDecoder(file.file)
    guard let length = decoder.length else { return }
    let target = FrameCount(length.value / 2)
    try decoder.seek(to: target)
    var frames = target
    while case let block = try decoder.block(of: 1_000), !block.isEmpty {
      frames.value += Int64(block.count / decoder.format.channels)
    }
    #expect(frames == length)
  }

  @Test(arguments: exact + lossy) func `a seek behind the end is the end`(_ file: CorpusFile) throws {
    let decoder = try openDecoder(file.file)
    try decoder.seek(to: FrameCount(1 << 40 as Int64))
    #expect(try decoder.block(of: 100).isEmpty)
    try decoder.seek(to: .zero)
    #expect(try !decoder.block(of: 100).isEmpty)
  }

  private func largestDifference(in path: FilePath, seeks: Int) throws -> Float {
    let whole = decode(path)
    let channels = whole.channels
    let decoder = try openDecoder(path)
    var numbers = SeededNumbers(seed: 0x2545_F491_4F6C_DD1D)
    var largest: Float = 0
    for _ in 0..<seeks {
      let target = Int.random(in: 0..<Int(whole.frames.value), using: &numbers)
      try decoder.seek(to: FrameCount(target))
      let got = try decoder.frames(min(700, Int(whole.frames.value) - target))
      let wanted = whole.samples[target * channels..<min((target + 700) * channels, whole.samples.count)]
      try #require(got.count == wanted.count, "at frame \(target)")
      largest = max(largest, zip(got, wanted).reduce(0) { max($0, abs($1.0 - $1.1)) })
    }
    return largest
  }
}
