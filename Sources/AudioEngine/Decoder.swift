public import PlayerCore

/// Why a file cannot be decoded, in words that name what is wrong (not the file: the caller knows which it was).
public struct DecodeError: Error, Hashable, Sendable {
  /// For people: "not a sound file that cans can read", "data ends at 3:12".
  public let reason: String

  /// An error for the reason `reason`.
  public init(_ reason: String) { self.reason = reason }
}

/// A file as a source of frames. Opened, read, sought and let go on the decode thread only; may block on the disk.
public protocol Decoder: AnyObject {
  /// Rate, channels and encoding; the same for as long as the decoder lives.
  var format: AudioFormat { get }

  /// The number of frames, if that is certain; nil if only decoding to the end will tell.
  var length: FrameCount? { get }

  /// Where what was read so far is silent because the file is damaged there; nil: nowhere, as far as is known.
  var damage: DecodeError? { get }

  /// Decodes at most `frames` frames, interleaved, full scale ±1, into `buffer`, which
  /// holds `frames × channels` samples.
  ///
  /// - Returns: the number of frames written; 0 only at the end of the track.
  /// - Throws: when the file is damaged here and nothing further can be decoded.
  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int

  /// Makes `frame` the next frame to be read, exactly. Past the end: the end.
  ///
  /// - Throws: when the file cannot be sought there.
  func seek(to frame: FrameCount) throws(DecodeError)
}

extension Decoder {
  /// Nil: what cannot go on behind damage has none to tell of.
  public var damage: DecodeError? { nil }
}

/// Reads what the tags of a track's file say about its loudness; nil if they say nothing. Called on the decode thread,
/// and only for tracks whose order asks for it.
public typealias ReplayGainReader = @Sendable (Track) -> ReplayGainFacts?

/// Opens a track, a file or a part of one, for decoding: frame zero is the track's start. Called on the decode thread.
public typealias DecoderOpener = @Sendable (Track) throws(DecodeError) -> any Decoder
