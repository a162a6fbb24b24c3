import Testing

@testable import PlayerCore

@Suite struct TrackPartTests {
  @Test(
    arguments: [
      (1, 75, 44_100, 588), (74, 75, 48_000, 47_360), (1, 75, 8_000, 106), (2, 75, 8_000, 213), (75, 75, 8_000, 8_000),
      (1_500, 1_000, 44_100, 66_150), (0, 75, 192_000, 0), (6_000_000_000, 1_000, 768_000, 4_608_000_000_000),
    ] as [(Int64, Int32, Int32, Int64)])
  func `a moment is a frame, rounded down`(value: Int64, timescale: Int32, rate: Int32, frame: Int64) {
    #expect(MediaTime(value, timescale: timescale).frame(at: SampleRate(rate)) == FrameCount(frame))
  }

  @Test func `a moment beyond all counting is the last frame`() {
    #expect(MediaTime(.max, timescale: 1).frame(at: SampleRate(44_100)) == FrameCount(Int64.max))
    let part = TrackPart(start: .disc(frames: 0), end: MediaTime(.max, timescale: 1))
    #expect(part.frames(at: SampleRate(44_100), of: FrameCount(10)).length == FrameCount(10))
  }

  @Test func `a part has no length while its file has none`() {
    let part = TrackPart(start: .disc(frames: 75), end: .disc(frames: 150))
    let (start, length) = part.frames(at: SampleRate(44_100), of: nil)
    #expect(start == FrameCount(44_100) && length == nil)
  }

  @Test func `the words of the sheet stay when the file is read, the rest is the file's`() {
    let format = AudioFormat(rate: SampleRate(44_100), channels: 2, encoding: .integer(bits: 16))
    let part = TrackPart(start: .disc(frames: 75))
    var state = PlayerState()
    let loudness = ReplayGainFacts(trackGain: -3)
    let sheet = TrackFacts(title: "Two", artist: nil, album: "Album", replayGain: loudness)
    let path = FilePath("/a.flac")
    let items = [QueueItem(path: path, part: part, facts: sheet), QueueItem(path: path)]
    let effects = reduce(&state, .launched(items, plays: true), at: MonotonicTime(nanoseconds: 0))
    let ids = state.queue.entries.map(\.id)
    let tracks = [Track(entry: ids[0], path: path, part: part), Track(entry: ids[1], path: path)]
    #expect(effects.contains(.readFacts(tracks)))
    var first = tracks[0]
    first.loudness = loudness
    #expect(effects.contains(.engine(.prepare(state.generation, first, from: .zero))), "the sheet's remarks count")
    let read = TrackFacts(title: "Whole", artist: "Artist", album: "File", format: format, length: FrameCount(100))
    for id in ids { _ = reduce(&state, .trackRead(id, read), at: MonotonicTime(nanoseconds: 1)) }
    #expect(
      state.queue.entries.map(\.facts) == [
        TrackFacts(
          title: "Two", artist: "Artist", album: "Album", format: format, length: FrameCount(100), replayGain: loudness),
        read,
      ])
  }
}
