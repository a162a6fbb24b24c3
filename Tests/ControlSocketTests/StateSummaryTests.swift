import PlayerCore
import Testing

@testable import ControlSocket

/// The short view of the state says what the whole one does.
@Suite struct StateSummaryTests {
  @Test(arguments: 0..<300 as Range<UInt64>) func `it agrees with the state`(seed: UInt64) throws {
    var random = Random(seed: seed)
    var snapshot = random.snapshot()
    // Frames that can be counted in time.
    snapshot.playhead.frame = FrameCount(random.number(0...(1 << 40)) as Int64)
    snapshot.playhead.rate = SampleRate(random.number(8_000...192_000))
    let line = StateLine(snapshot)
    let summary = try StateSummary(line: ControlMessage(.status(line)).line)
    #expect(summary.status == snapshot.status.rawValue && summary.route == snapshot.route.name)
    #expect(summary.level == snapshot.level.percent && summary.isMuted == snapshot.isMuted)
    #expect(summary.repeatMode == snapshot.repeatMode.rawValue && summary.shuffles == snapshot.shuffles)
    #expect(summary.message == snapshot.message && summary.count == snapshot.queue.count)
    #expect(summary.track?.title == line.entry?.displayTitle && summary.track?.index == line.index)
    #expect(summary.track?.artist == line.entry?.facts.artist && summary.track?.album == line.entry?.facts.album)
    #expect(summary.track?.duration == line.entry?.facts.duration)
    #expect(summary.position(at: snapshot.playhead.at) == line.position(at: snapshot.playhead.at))
    #expect(try summary.routes() == snapshot.routes)
    #expect(summary.privateListening == snapshot.privateListening.rawValue)
    for cause in snapshot.interruptions { #expect(summary.reasons.contains(cause.rawValue)) }
    for hold in snapshot.holds { #expect(summary.reasons.contains(hold.rawValue)) }
    let isNamed = summary.reasons.contains(snapshot.wish.cause.rawValue)
    #expect(isNamed == (snapshot.wish.goal != .play && snapshot.wish.cause != .user))
    let watched = try StateSummary(line: ControlMessage(.state(line, [])).line)
    #expect(watched.report(at: snapshot.playhead.at) == summary.report(at: snapshot.playhead.at))
    #expect(try JSON(parsing: Array(summary.report(at: snapshot.playhead.at).utf8)) != .null)
  }

  @Test func `an error is thrown in the player's words, and anything else as what it is`() {
    func failure(_ line: [UInt8]) -> String? {
      do throws(WireError) {
        _ = try StateSummary(line: line)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(failure(ControlMessage(.error(ControlError(.malformed, "so it is"))).line) == "so it is")
    #expect(failure(ControlMessage(.watching).line) == "state is missing")
    #expect(failure(Array("x".utf8))?.isEmpty == false)
  }
}
