import AudioEngine
import PlayerCore
import Testing

@testable import AudioFiles

/// What the library keeps of a file is what the player will say of it.
@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), .timeLimit(.minutes(5)))
struct SoundHeaderTests {
  /// Files that are not what their headers say, for which only reading them to the end tells.
  private static let liars: Set = [
    // Frames of any length; of one channel and of two; of several rates.
    "minimp3-l3-he_free.mp3", "minimp3-l3-he_mode.mp3", "minimp3-l3-nonstandard-he_44_48khz.mp3",
    // Cut behind the header that tells the length; cut out of the middle of a stream; of one frame.
    "mutagen-vbri.mp3", "audioscan-bug905.ogg", "audioscan-v2.3-sylt.mp3",
  ]

  @Test(arguments: Corpus.sounds.filter { !liars.contains($0.file.lastComponent.text) })
  func `headers say what the decoder says`(file: CorpusFile) throws {
    let facts: TrackFacts
    do throws(DecodeError) { facts = try readFacts(file.file) } catch { return }
    let kept = try readLibraryFacts(file.file)
    #expect(kept.title == facts.title && kept.artist == facts.artist && kept.album == facts.album)
    #expect(kept.rate == facts.format?.rate)
    // MP4 has no place for them that writers keep to.
    #expect(kept.codec == "AAC" || kept.channels == facts.format?.channels)
    #expect(kept.replayGain == facts.replayGain)
    guard let length = facts.length, let format = facts.format else { return }
    let duration = try #require(kept.duration)
    let difference = abs((duration - format.rate.duration(of: length)) / .seconds(1))
    #expect(difference < 0.1, "\(duration) for \(format.rate.duration(of: length))")
  }
}
