internal import AudioEngine
internal import CFLAC
internal import Glibc
internal import PlayerCore

/// An open libFLAC stream, and what its callbacks reach: the file, and where the samples go. An object, because the
/// library keeps a pointer to it.
final class FLACStream {
  /// What the last frames were like that could not be taken.
  enum Trouble {
    /// The library skipped what it did not understand.
    case damage
    /// A frame has other channels, or another rate, than the stream.
    case formatChange
  }

  private let raw: UnsafeMutablePointer<FLAC__StreamDecoder>
  private let window: FileWindow
  private let header: FLACHeader
  /// The channel mask that the comments name; 0 if they do not.
  private(set) var mask: UInt32 = 0

  /// Where the next samples go, and for how many frames there is room.
  private var target: UnsafeMutablePointer<Float>?
  private var room = 0
  /// What there was no room for, in its order.
  private var waiting: [Piece] = []
  /// The sound among that, interleaved.
  private var rest = UnsafeMutableBufferPointer<Float>.allocate(capacity: 0)
  /// The number of the frame that is to come next; nil after a seek.
  private var expected: Int64?
  /// Where the library has met something that it does not understand, behind the last block.
  private var suspect: FrameCount?
  /// Where the first frame is that is silent for damage; nil: none was met.
  private(set) var damage: FrameCount?
  /// Whether no block has come yet, which would show whether the header is right about their sizes.
  private var isUnproved = true
  private var isSeeking = false
  /// Whether blocks are larger or smaller than the header says. The library numbers frames by that.
  private var numbersAreWrong = false
  /// What was met since it was last asked for.
  private var trouble: Trouble?

  private enum Piece {
    case silence(frames: Int)
    /// These frames of `rest`.
    case sound(Range<Int>)
  }

  /// Opens the stream in `window`, whose header is `header`.
  ///
  /// - Throws: when there is no memory, or what stands before the first frame is damaged.
  init(_ window: FileWindow, _ header: FLACHeader) throws(DecodeError) {
    guard let raw = FLAC__stream_decoder_new() else { throw DecodeError("cannot be decoded: out of memory") }
    self.raw = raw
    self.window = window
    self.header = header
    FLAC__stream_decoder_set_metadata_respond(raw, FLAC__METADATA_TYPE_VORBIS_COMMENT)
    let status = FLAC__stream_decoder_init_stream(
      raw,
      { _, bytes, count, context in FLACStream.at(context).read(UnsafeMutableRawPointer(bytes!), count!) },
      { _, offset, context in
        FLACStream.at(context).window.seek(by: Int64(clamping: offset), whence: SEEK_SET) < 0
          ? FLAC__STREAM_DECODER_SEEK_STATUS_ERROR : FLAC__STREAM_DECODER_SEEK_STATUS_OK
      },
      { _, offset, context in
        offset!.pointee = UInt64(FLACStream.at(context).window.position)
        return FLAC__STREAM_DECODER_TELL_STATUS_OK
      },
      { _, length, context in
        length!.pointee = UInt64(FLACStream.at(context).window.size)
        return FLAC__STREAM_DECODER_LENGTH_STATUS_OK
      },
      { _, context in
        let window = FLACStream.at(context).window
        return window.position >= window.size ? 1 : 0
      },
      { _, frame, samples, context in FLACStream.at(context).take(frame!.pointee.header, samples!) },
      { _, metadata, context in FLACStream.at(context).look(at: metadata!) },
      { _, _, context in FLACStream.at(context).noteDamage() },
      Unmanaged.passUnretained(self).toOpaque())
    guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK, FLAC__stream_decoder_process_until_end_of_metadata(raw) != 0
    else { throw DecodeError("a FLAC file whose header is damaged") }
  }

  deinit {
    FLAC__stream_decoder_delete(raw)
    rest.deallocate()
  }

  /// Decodes up to `frames` frames to `target`, fewer only at the end or in trouble.
  func read(into target: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    self.target = target
    room = frames
    handOver()
    while room > 0, FLAC__stream_decoder_process_single(raw) != 0, !isAtEnd { handOver() }
    self.target = nil
    defer { room = 0 }
    return frames - room
  }

  /// What has waited for room.
  private func handOver() {
    while room > 0, let piece = waiting.first, let target {
      let count: Int
      let left: Piece?
      switch piece {
      case .silence(let frames):
        count = min(frames, room)
        target.update(repeating: 0, count: count * channels)
        left = count < frames ? .silence(frames: frames - count) : nil
      case .sound(let frames):
        count = min(frames.count, room)
        target.update(from: rest.baseAddress! + frames.lowerBound * channels, count: count * channels)
        left = count < frames.count ? .sound(frames.dropFirst(count)) : nil
      }
      advance(by: count)
      if let left { waiting[0] = left } else { waiting.removeFirst() }
    }
  }

  private func advance(by frames: Int) {
    target? += frames * channels
    room -= frames
  }

  /// What was met since the last call.
  func takeTrouble() -> Trouble? {
    defer { trouble = nil }
    return trouble
  }

  /// Goes to `frame`. False if the library does not find it; then only `startAgain` helps.
  func seek(to frame: Int64) -> Bool {
    if isUnproved { _ = FLAC__stream_decoder_process_single(raw) }
    forget()
    if numbersAreWrong { return false }
    isSeeking = true
    defer { isSeeking = false }
    return FLAC__stream_decoder_seek_absolute(raw, FLAC__uint64(frame)) != 0
  }

  /// Goes to the first frame. False if that is not there any more.
  func startAgain() -> Bool {
    forget()
    return FLAC__stream_decoder_reset(raw) != 0 && FLAC__stream_decoder_process_until_end_of_metadata(raw) != 0
  }

  private func forget() {
    waiting.removeAll(keepingCapacity: true)
    (expected, suspect) = (nil, nil)
    trouble = nil
  }

  private var isAtEnd: Bool {
    FLAC__stream_decoder_get_state(raw).rawValue >= FLAC__STREAM_DECODER_END_OF_STREAM.rawValue
  }

  // MARK: Callbacks

  private static func at(_ context: UnsafeMutableRawPointer?) -> FLACStream {
    Unmanaged<FLACStream>.fromOpaque(context!).takeUnretainedValue()
  }

  /// A disk that fails is the file's end to the library, which then can go on after a seek.
  private func read(
    _ bytes: UnsafeMutableRawPointer, _ count: UnsafeMutablePointer<Int>
  ) -> FLAC__StreamDecoderReadStatus {
    count.pointee = max(0, window.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count.pointee)))
    return count.pointee > 0
      ? FLAC__STREAM_DECODER_READ_STATUS_CONTINUE : FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM
  }

  private var channels: Int { header.channels }

  private func take(
    _ block: FLAC__FrameHeader, _ samples: UnsafePointer<UnsafePointer<Int32>?>
  ) -> FLAC__StreamDecoderWriteStatus {
    guard block.channels == channels, block.sample_rate == header.rate else {
      trouble = .formatChange
      return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
    }
    let count = Int(block.blocksize)
    look(at: block)
    findGap(before: block)
    let scale = Float(sign: .plus, exponent: 1 - Int(block.bits_per_sample), significand: 1)
    let fitting = waiting.isEmpty ? min(count, room) : 0
    if fitting > 0, let target {
      interleave(samples, 0..<fitting, scale, into: target)
      advance(by: fitting)
    }
    if fitting < count { keep(samples, fitting..<count, scale) }
    return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
  }

  /// One call of the library can bring several blocks: it makes up for some that are missing.
  private func keep(_ samples: UnsafePointer<UnsafePointer<Int32>?>, _ frames: Range<Int>, _ scale: Float) {
    var used = 0
    for case .sound(let kept) in waiting { used = kept.upperBound }
    if rest.count < (used + frames.count) * channels {
      let larger = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * (used + frames.count) * channels)
      _ = larger.update(fromContentsOf: rest.prefix(used * channels))
      rest.deallocate()
      rest = larger
    }
    interleave(samples, frames, scale, into: rest.baseAddress! + used * channels)
    waiting.append(.sound(used..<used + frames.count))
  }

  /// The library makes silence of blocks that it does not understand, but passes over what is longer: each block has
  /// its number.
  private func findGap(before block: FLAC__FrameHeader) {
    let first = Int64(clamping: block.number.sample_number)
    let end = first + Int64(block.blocksize)
    if let expected, first > expected, !numbersAreWrong, end <= header.length.value {
      waiting.append(.silence(frames: Int(first - expected)))
    }
    damage = damage ?? suspect
    (suspect, trouble) = (nil, nil)
    expected = end
  }

  /// What is behind the last block is no damage.
  private func noteDamage() {
    trouble = .damage
    suspect = suspect ?? expected.map { FrameCount($0) }
  }

  /// A block found by a seek is cut, so that only others can be trusted.
  private func look(at block: FLAC__FrameHeader) {
    isUnproved = false
    guard !isSeeking, !header.blockSizes.contains(Int(block.blocksize)) else { return }
    let end = Int64(clamping: block.number.sample_number) + Int64(block.blocksize)
    if block.blocksize > header.blockSizes.upperBound || end != header.length.value { numbersAreWrong = true }
  }

  private func interleave(
    _ samples: UnsafePointer<UnsafePointer<Int32>?>, _ frames: Range<Int>, _ scale: Float,
    into target: UnsafeMutablePointer<Float>
  ) {
    let count = frames.count
    var frame = 0
    // The most frequent case by itself, so that it is done four frames at a time. Counted by hand: unoptimised, a range
    // costs as much as the decoding.
    if channels == 2, let left = samples[0], let right = samples[1] {
      let (left, right) = (left + frames.lowerBound, right + frames.lowerBound)
      while frame < count {
        target[2 &* frame] = Float(left[frame]) * scale
        target[2 &* frame &+ 1] = Float(right[frame]) * scale
        frame &+= 1
      }
      return
    }
    for channel in 0..<channels {
      guard let source = samples[channel].map({ $0 + frames.lowerBound }) else { continue }
      frame = 0
      while frame < count {
        target[frame &* channels &+ channel] = Float(source[frame]) * scale
        frame &+= 1
      }
    }
  }

  /// RFC 9639, 8.6.2: which loudspeakers the channels are for, where that is not what their number means.
  private func look(at metadata: UnsafePointer<FLAC__StreamMetadata>) {
    guard metadata.pointee.type == FLAC__METADATA_TYPE_VORBIS_COMMENT else { return }
    let comments = metadata.pointee.data.vorbis_comment
    for index in 0..<Int(comments.num_comments) {
      let entry = comments.comments[index]
      let text = String(decoding: UnsafeBufferPointer(start: entry.entry, count: Int(entry.length)), as: UTF8.self)
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].uppercased() == "WAVEFORMATEXTENSIBLE_CHANNEL_MASK",
        parts[1].lowercased().hasPrefix("0x"), let value = UInt32(parts[1].dropFirst(2), radix: 16)
      else { continue }
      mask = value
    }
  }
}
