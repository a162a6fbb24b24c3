import PlayerCore
import TestSupport
import Testing

@testable import AudioEngine

/// Neighbours that need another device: what lies between them is opening it, not decoding.
@Suite struct ReopeningTests {
  /// Looks into the ring at the first read after it was armed. Everything happens on the test's own thread.
  private final class Watch: @unchecked Sendable {
    weak var rig: Rig?
    var isArmed = false
    var publishedAtRead: Int?

    func see() {
      guard isArmed, publishedAtRead == nil else { return }
      publishedAtRead = rig?.renderer.ring.published
    }
  }

  @Test(arguments: [(48_000, 2), (44_100, 1)] as [(Int32, Int)])
  func `half a second of the next track is decoded before the present one has ended`(rate: Int32, channels: Int) {
    let watch = Watch()
    var next = FakeTrack(seed: 2, frames: 60_000, rate: rate, channels: channels)
    next.whenRead = { watch.see() }
    let rig = Rig([FakeTrack(seed: 1, frames: 30_000), next])
    watch.rig = rig
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    let published = rig.renderer.ring.published
    watch.isArmed = true
    rig.play(2, 1)
    #expect((watch.publishedAtRead ?? 0) - published == Int(rate) / 2)
    #expect(rig.run { $0 == .ended(Generation(2)) })
    #expect(rig.music.suffix(60_000 * channels).elementsEqual(next.samples(0..<60_000)))
    #expect(rig.output.opens == 2 && rig.files.opened.count == 2)
  }

  @Test(arguments: [0, 5000, 30_000])
  func `damage in what was decoded ahead is met where it is`(frame: Int) {
    var next = FakeTrack(seed: 2, frames: 60_000, rate: 48_000)
    next.failsAt = frame
    let rig = Rig([FakeTrack(seed: 1, frames: 10_000), next])
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    #expect(!rig.reports.contains { $0.isFailed })
    rig.play(2, 1)
    #expect(rig.run { $0.isFailed })
    if frame > 0 { #expect(rig.run { $0 == .ended(Generation(2)) }) }
    #expect(rig.music == rig.tracks[0].samples(0..<10_000) + next.samples(0..<frame))
  }

  @Test func `what was decoded ahead is forgotten by a seek`() {
    let rig = Rig([FakeTrack(seed: 1, frames: 10_000), FakeTrack(seed: 2, frames: 60_000, rate: 48_000)])
    rig.play(1)
    rig.perform(.setNext(Generation(1), rig.track(1)))
    #expect(rig.run { $0.isEnded })
    rig.play(2, 1, from: 100)
    rig.run(.milliseconds(50))
    rig.play(3, 1)
    #expect(rig.run { $0 == .ended(Generation(3)) })
    #expect(rig.music.suffix(120_000).elementsEqual(rig.tracks[1].samples(0..<60_000)))
  }
}
