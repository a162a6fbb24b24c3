internal import AudioEngine
internal import PlayerCore

/// Plays the links of a chained Ogg file one after another without a gap, each with a decoder of its own.
///
/// The first link's format is that of the whole. Links of one channel and of two are made to fit each other; at a link
/// of another rate, or of other numbers of channels, the track ends with an error that says so.
final class ChainedDecoder: Decoder {
  /// Opens the link of the given number.
  typealias LinkOpener = (Int) throws(DecodeError) -> any Decoder

  let format: AudioFormat
  let length: FrameCount?

  private let open: LinkOpener
  /// Where each link starts.
  private let starts: [FrameCount]
  /// Why there is no playing beyond the last of them; nil at the end of the file.
  private let finalError: DecodeError?
  private var index = 0
  private var link: any Decoder
  /// For the frames of a link that has other channels than the whole.
  private let scratch: UnsafeMutableBufferPointer<Float>

  private static let scratchFrames = 4_096

  /// Opens `count` links, of which the first must play.
  init(count: Int, open: @escaping LinkOpener) throws(DecodeError) {
    let first = try open(0)
    var starts = [FrameCount.zero]
    var end = first.length
    var finalError: DecodeError?
    for index in 1..<count {
      do throws(DecodeError) {
        let link = try open(index)
        guard let start = end, Self.fits(link.format, first.format) else { throw .formatChange }
        starts.append(start)
        end = link.length.map { start + $0 }
      } catch {
        finalError = error
        break
      }
    }
    format = first.format
    length = end
    link = first
    self.starts = starts
    self.finalError = finalError
    self.open = open
    scratch = .allocate(capacity: 2 * Self.scratchFrames)
  }

  deinit { scratch.deallocate() }

  private static func fits(_ one: AudioFormat, _ other: AudioFormat) -> Bool {
    one.rate == other.rate && (one.channels == other.channels || one.channels <= 2 && other.channels <= 2)
  }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    while true {
      let count = try readLink(into: buffer, frames: frames)
      if count > 0 { return count }
      guard index + 1 < starts.count else {
        if let finalError { throw finalError }
        return 0
      }
      link = try open(index + 1)
      index += 1
    }
  }

  private func readLink(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    if link.format.channels == format.channels { return try link.read(into: buffer, frames: frames) }
    let source = scratch.baseAddress!
    let count = try link.read(into: source, frames: min(frames, Self.scratchFrames))
    for frame in 0..<count {
      if format.channels == 1 {
        buffer[frame] = (source[2 * frame] + source[2 * frame + 1]) / 2
      } else {
        buffer[2 * frame] = source[frame]
        buffer[2 * frame + 1] = source[frame]
      }
    }
    return count
  }

  func seek(to frame: FrameCount) throws(DecodeError) {
    let target = BelievableFormat.seekTarget(frame, length: length)
    let wanted = starts.lastIndex { $0 <= target } ?? 0
    if wanted != index {
      link = try open(wanted)
      index = wanted
    }
    try link.seek(to: target - starts[wanted])
  }
}
