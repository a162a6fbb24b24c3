import AudioFiles
import CTestSupport
import Glibc
import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// An album in one FLAC file with a cue sheet, through the files' and the engine's own code: what is heard is the
/// file, not a frame more or less.
@Suite(.timeLimit(.minutes(5)))
final class PartTests {
  private let whole = FakeTrack(seed: 1, frames: 200_000)
  private let folder: String
  private let tracks: [Track]
  private let rig: Rig

  init() throws {
    var template = Array("/tmp/cans-parts-XXXXXX".utf8CString)
    folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let problem = cts_write_flac(folder + "/album.flac", 44_100, whole.samples(0..<200_000), 200_000)
    try #require(problem == nil)
    let sheet = """
      FILE "album.wav" WAVE
      TRACK 01 AUDIO
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      INDEX 00 00:01:00
      INDEX 01 00:01:37
      TRACK 03 AUDIO
      INDEX 01 00:03:01
      """
    let file = try #require(fopen(folder + "/album.cue", "w"))
    fputs(sheet, file)
    fclose(file)
    let items = expand([FilePath(folder + "/album.cue")]).items
    tracks = items.enumerated().map { Track(entry: QueueEntryID(UInt32($0)), path: $1.path, part: $1.part) }
    try #require(tracks.count == 3)
    rig = Rig([], opener: { track throws(DecodeError) in try openDecoder(track) })
  }

  deinit {
    unlink(folder + "/album.flac")
    unlink(folder + "/album.cue")
    rmdir(folder)
  }

  /// Where the tracks begin in the file.
  private static let starts = [0, (75 + 37) * 588, (3 * 75 + 1) * 588]

  private func prepare(_ generation: UInt32, _ index: Int, from frame: Int = 0, next: Int?) {
    rig.perform(.prepare(Generation(generation), tracks[index], from: FrameCount(frame)))
    rig.perform(.setNext(Generation(generation), next.map { tracks[$0] }))
    rig.settle()
    rig.perform(.begin(Generation(generation), gain: .unity, fadeIn: .zero))
    rig.settle()
  }

  /// Plays on to the end of all, naming after each join the track behind, as the core does.
  private func playToEnd(_ generation: UInt32, then next: (QueueEntryID) -> Int?) {
    let ended = rig.run { report in
      if case .started(Generation(generation), let position, _) = report {
        self.rig.perform(.setNext(Generation(generation), next(position.entry).map { self.tracks[$0] }))
      }
      return report.isEnded
    }
    #expect(ended)
    #expect(rig.output.violations == [])
  }

  private func following(_ entry: QueueEntryID) -> Int? { entry.number < 2 ? Int(entry.number) + 1 : nil }

  @Test func `the tracks in a row are the file`() {
    prepare(1, 0, next: 1)
    playToEnd(1, then: following)
    #expect(rig.music == whole.samples(0..<200_000))
    #expect(rig.output.opens == 1)
    let starts = rig.reports.compactMap(\.start)
    #expect(starts.map(\.position) == (0..<3).map { position($0, 0) })
    for (start, frame) in zip(starts, Self.starts) {
      let due = starts[0].at + SampleRate(44_100).duration(of: FrameCount(frame))
      #expect(abs((start.at - due).wholeNanoseconds) < 50_000)
    }
    for case .trackOpened(_, let entry, _, let length) in rig.reports {
      let ends = Self.starts.dropFirst() + [200_000]
      #expect(length == FrameCount(Array(ends)[Int(entry.number)] - Self.starts[Int(entry.number)]))
    }
  }

  @Test func `a seek to just before a border is joined by the next track`() {
    prepare(1, 0, next: 1)
    rig.run(.milliseconds(100))
    let heard = rig.output.heardFrames
    prepare(2, 1, from: Self.starts[2] - Self.starts[1] - 10, next: 2)
    playToEnd(2, then: following)
    #expect(rig.music == whole.samples(0..<heard) + whole.samples(Self.starts[2] - 10..<200_000))
  }

  @Test(arguments: [1, 588, 5_000]) func `a pause around a border loses and repeats nothing`(before: Int) throws {
    prepare(1, 0, from: Self.starts[1] - before, next: 1)
    rig.run(.milliseconds(60))
    let place = try #require(rig.silence(2))
    let heard = rig.output.heardFrames
    #expect(
      heard == (place.entry.number == 0 ? 0 : before) + Int(place.frame.value)
        - (place.entry.number == 0 ? Self.starts[1] - before : 0))
    prepare(3, Int(place.entry.number), from: Int(place.frame.value), next: Int(place.entry.number) + 1)
    playToEnd(3, then: following)
    #expect(rig.music == whole.samples(Self.starts[1] - before..<200_000))
  }

  @Test func `a track on repeat follows itself without what comes behind it`() {
    prepare(1, 1, next: 1)
    var rounds = 0
    playToEnd(1) { _ in
      rounds += 1
      return rounds < 3 ? 1 : nil
    }
    let once = whole.samples(Self.starts[1]..<Self.starts[2])
    #expect(rig.music == once + once + once)
  }

  @Test func `the track before is played from its start to the border and on`() {
    prepare(1, 2, from: 1_000, next: nil)
    rig.run(.milliseconds(100))
    let heard = rig.output.heardFrames
    prepare(2, 1, next: 2)
    playToEnd(2, then: following)
    let first = Self.starts[2] + 1_000
    #expect(rig.music == whole.samples(first..<first + heard) + whole.samples(Self.starts[1]..<200_000))
  }
}
