import AudioEngine
import PlayerCore
import Testing

@testable import AudioFiles

@Suite struct PartDecoderTests {
  let folder = TemporaryFolder()
  private let samples = (0..<100_000).map { Int32($0 % 60_000 - 30_000) }

  private func track(_ start: Int64, _ end: Int64? = nil, timescale: Int32 = 75, rate: Int = 44_100) -> Track {
    let path = folder.write(wav(samples, bits: 16, rate: rate), to: FilePath("whole.wav"))
    let part = TrackPart(
      start: MediaTime(start, timescale: timescale), end: end.map { MediaTime($0, timescale: timescale) })
    return Track(entry: QueueEntryID(1), path: path, part: part)
  }

  private func floats(_ range: Range<Int>) -> [Float] { samples[range].map { Float($0) / 32_768 } }

  @Test func `a part begins and ends where it should, however it is read`() throws {
    for chunk in [1, 7, 588, 100_000] {
      let decoder = try openDecoder(track(2, 5))
      #expect(decoder.length == FrameCount(3 * 588))
      var read: [Float] = []
      while case let block = try decoder.block(of: chunk), !block.isEmpty { read += block }
      #expect(read == floats(1_176..<2_940))
    }
  }

  @Test func `the last part lasts to the end of the file`() throws {
    let decoder = try openDecoder(track(100))
    #expect(decoder.length == FrameCount(100_000 - 58_800))
    #expect(try decoder.frames(200_000) == floats(58_800..<100_000))
    // And so does one that should be longer than the file.
    #expect(try openDecoder(track(100, 99_999)).length == FrameCount(100_000 - 58_800))
  }

  @Test func `a seek counts from the part's start and stays within it`() throws {
    let decoder = try openDecoder(track(2, 5))
    try decoder.seek(to: FrameCount(1_000))
    #expect(try decoder.frames(10_000) == floats(2_176..<2_940))
    try decoder.seek(to: FrameCount(5_000))
    #expect(try decoder.frames(10).isEmpty)
    try decoder.seek(to: .zero)
    #expect(try decoder.frames(3) == floats(1_176..<1_179))
  }

  @Test(arguments: [8_000, 11_025, 44_100, 48_000, 96_000, 192_000], [Int32(75), 1_000, 90_000])
  func `parts in a row are the file, at any rate and scale`(rate: Int, timescale: Int32) throws {
    let length = Int64(100_000 * Int(timescale) / rate)
    let borders = [0, length / 7, length / 3, length / 3 + 1, length * 5 / 6]
    var read: [Float] = []
    for (index, start) in borders.enumerated() {
      let end = index + 1 < borders.count ? borders[index + 1] : nil
      let decoder = try openDecoder(track(start, end, timescale: timescale, rate: rate))
      let frames = try decoder.frames(200_000)
      #expect(decoder.length == FrameCount(frames.count))
      read += frames
    }
    #expect(read == floats(0..<100_000))
  }

  @Test func `a part behind the end says so, and so do its facts`() {
    let track = track(750, rate: 48_000)
    let reason = "it begins at 0:10, but the file is only 0:02 long"
    #expect(throws: DecodeError(reason)) { try openDecoder(track) }
    var reader = TrackFactsReader()
    #expect(throws: DecodeError(reason)) { try reader.read(track) }
  }

  @Test func `facts are those of the part, and other files are not mixed up with it`() throws {
    var reader = TrackFactsReader()
    let first = track(2, 5)
    let other = folder.write(wav(samples, bits: 16, rate: 8_000), to: FilePath("other.wav"))
    #expect(try reader.read(first).facts.length == FrameCount(3 * 588))
    #expect(try reader.read(track(100)).facts.length == FrameCount(100_000 - 58_800))
    #expect(try reader.read(Track(entry: QueueEntryID(2), path: other)).facts.length == FrameCount(100_000))
    let part = TrackPart(start: .disc(frames: 75))
    #expect(
      try reader.read(Track(entry: QueueEntryID(2), path: other, part: part)).facts.length == FrameCount(92_000))
    #expect(try reader.read(first).facts.format?.rate == SampleRate(44_100))
  }
}
