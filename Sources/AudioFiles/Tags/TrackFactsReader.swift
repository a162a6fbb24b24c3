public import AudioEngine
public import PlayerCore

/// Reads the facts of one track after another. Neighbouring parts of one file read it once: of MPEG audio, all of it may
/// have to be read for its length. Used on one thread.
public struct TrackFactsReader {
  private var last: (path: FilePath, facts: Result<TrackFacts, DecodeError>)?

  /// A reader that has read nothing yet.
  public init() {}

  /// The facts of `track`: those of its file, with the part's length. Blocks on the disk.
  ///
  /// - Throws: one sentence for people on why it cannot be played.
  public mutating func facts(of track: Track) throws(DecodeError) -> TrackFacts {
    guard let part = track.part else { return try readFacts(track.path) }
    let read: Result<TrackFacts, DecodeError>
    if let last, last.path == track.path {
      read = last.facts
    } else {
      do throws(DecodeError) { read = .success(try readFacts(track.path)) } catch { read = .failure(error) }
      last = (track.path, read)
    }
    var facts = try read.get()
    guard let rate = facts.format?.rate else { return facts }
    let (start, length) = part.frames(at: rate, of: facts.length)
    if let all = facts.length, start >= all { throw .behindEnd(start, of: all, rate: rate) }
    facts.length = length
    return facts
  }
}
