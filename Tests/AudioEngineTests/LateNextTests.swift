import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// The track that follows is named anew when its start is in the ring already.
@Suite struct LateNextTests {
  /// At 1000 Hz, with the border 1.3 s ahead of what is heard: a change of mind may come before, while, or after the
  /// border is settled, rendered and heard.
  private func rig(keepsAtRewind: Int = 0) -> Rig {
    var terms = FakeOutput.Terms()
    terms.bufferFrames = 256
    terms.queueFrames = 256
    terms.periodFrames = 64
    terms.keepsAtRewind = keepsAtRewind
    terms.tapeFrames = 1 << 15
    return Rig(
      [3000, 700, 400].enumerated().map { FakeTrack(seed: $0.offset, frames: $0.element, rate: 1000, channels: 1) },
      terms)
  }

  private func plays(_ index: Int, _ rig: Rig) -> Bool {
    rig.reports.contains { $0.start?.position == position(index, 0) }
  }

  @Test(arguments: [nil, 2] as [Int?])
  func `whenever the next is changed, what was named last follows and nothing of the other is heard`(next: Int?) {
    var (joined, cut, late) = (0, 0, 0)
    for moment in stride(from: 1500, to: 3100, by: 7) {
      let rig = rig()
      rig.play(1)
      rig.perform(.setNext(Generation(1), rig.track(1)))
      rig.run(.milliseconds(moment))
      let isLate = plays(1, rig)
      rig.perform(.setNext(Generation(1), next.map(rig.track)))
      #expect(rig.run { $0.isEnded }, "\(moment) ms")
      let first = rig.tracks[0].samples(0..<3000)
      if isLate {
        late += 1
        #expect(rig.music.prefix(3700) == (first + rig.tracks[1].samples(0..<700))[...], "\(moment) ms")
      } else if let next, plays(next, rig) {
        joined += 1
        #expect(rig.music == first + rig.tracks[next].samples(0..<400), "\(moment) ms")
      } else {
        cut += 1
        // The core starts the track that it has named as a stream of its own.
        #expect(rig.music == first, "\(moment) ms")
        #expect(!plays(1, rig), "\(moment) ms")
        rig.reports = []
        rig.play(2, 2)
        #expect(rig.run { $0.isEnded })
        #expect(rig.music == first + rig.tracks[2].samples(0..<400), "\(moment) ms")
      }
      #expect(rig.output.violations == [])
      #expect(rig.allocations == 0)
    }
    #expect(cut > 100 && late > 0 && (joined > 0 || next == nil), "\(joined), \(cut), \(late)")
  }

  @Test func `where nothing can be taken back, the stream ends as its track does`() {
    let rig = rig(keepsAtRewind: .max / 2)
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    // What the device has got reaches past the border.
    rig.run(.milliseconds(2900))
    rig.perform(.setNext(Generation(1), rig.track(2)))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music.prefix(3000) == rig.tracks[0].samples(0..<3000)[...])
    #expect(rig.music.count < 3020)
    #expect(rig.reports.compactMap(\.start).map(\.position) == [position(0, 0)])
    #expect(rig.silence(2) == position(0, 3000))
  }

  @Test func `the same one named again stays without a gap`() {
    let rig = rig()
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    rig.run(.milliseconds(2900))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<3000) + rig.tracks[1].samples(0..<700))
  }

  @Test func `who changes their mind twice hears it after the end, whole`() {
    let rig = rig()
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    rig.run(.milliseconds(2500))
    rig.perform(.setNext(Generation(1), rig.track(2)))
    rig.run(.milliseconds(50))
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<3000))
    rig.reports = []
    rig.play(2, 1)
    #expect(rig.run { $0.isEnded })
    #expect(rig.music == rig.tracks[0].samples(0..<3000) + rig.tracks[1].samples(0..<700))
  }
}
