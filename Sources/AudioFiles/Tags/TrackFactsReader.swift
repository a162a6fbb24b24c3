public import AudioEngine
public import PlayerCore

/// Reads the facts of one track after another. Neighbouring parts of one file read it once: of MPEG audio, all of it
/// may have to be read for its length. Used on one thread.
public struct TrackFactsReader {
  private var last: (path: FilePath, facts: Result<TrackFacts, DecodeError>)?

  /// A reader that has read nothing yet.
  public init() {}

  /// Reads `track`: the facts of its file, with the part's length, or of a whole file with the sheet
  /// inside it. Blocks on the disk.
  ///
  /// - Throws: one sentence for people on why it cannot be played.
  public mutating func read(_ track: Track) throws(DecodeError) -> TrackReading {
    guard let part = track.part else { return try readTrack(track.path) }
    let read: Result<TrackFacts, DecodeError>
    if let last, last.path == track.path {
      read = last.facts
    } else {
      do throws(DecodeError) { read = .success(try readFacts(track.path)) } catch { read = .failure(error) }
      last = (track.path, read)
    }
    var facts = try read.get()
    guard let rate = facts.format?.rate else { return TrackReading(facts: facts) }
    let (start, length) = part.frames(at: rate, of: facts.length)
    if let all = facts.length, start >= all { throw .behindEnd(start, of: all, rate: rate) }
    facts.length = length
    return TrackReading(facts: facts)
  }
}
