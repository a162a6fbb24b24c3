internal import AudioEngine
internal import PlayerCore

/// A part of a file as a track of its own: the file's decoder, of which nothing before the part and nothing behind it
/// is seen. Parts that share a border share no frame and leave none out.
final class PartDecoder: Decoder {
  private let whole: any Decoder
  private let start: FrameCount
  /// Where the part ends in the file, if anything follows it there.
  private let end: FrameCount?
  /// The file's frame that is read next.
  private var next: FrameCount

  /// The part's length; nil only where the file's is not known.
  let length: FrameCount?

  /// `part` of what `whole` decodes.
  ///
  /// - Throws: when the file ends before the part begins, or cannot be sought.
  init(of whole: any Decoder, _ part: TrackPart) throws(DecodeError) {
    self.whole = whole
    let rate = whole.format.rate
    (start, length) = part.frames(at: rate, of: whole.length)
    if let all = whole.length, start >= all { throw .behindEnd(start, of: all, rate: rate) }
    end = part.end?.frame(at: rate)
    next = start
    if start > .zero { try whole.seek(to: start) }
  }

  var format: AudioFormat { whole.format }

  var damage: DecodeError? { whole.damage }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    let left = end.map { max(0, $0.value - next.value) } ?? .max
    let count = min(frames, Int(left))
    if count == 0 { return 0 }
    let read = try whole.read(into: buffer, frames: count)
    next += FrameCount(read)
    return read
  }

  func seek(to frame: FrameCount) throws(DecodeError) {
    let target = start + BelievableFormat.seekTarget(frame, length: length)
    try whole.seek(to: target)
    next = target
  }
}
