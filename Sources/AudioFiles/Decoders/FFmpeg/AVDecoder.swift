internal import AudioEngine
internal import CAVLazy
internal import PlayerCore

/// Decodes what FFmpeg's libraries read and the other decoders here do not, trimmed to the encoder's
/// input where the file says how.
final class AVDecoder: Decoder {
  let format: AudioFormat
  let length: FrameCount?

  private var reader: AVReader
  private let source: AVSource
  private let demuxer: AVDemuxer
  private let functions: AVFunctions
  /// nil where the file has no time stamps.
  private let clock: AVClock?
  private let grid: AVBlockGrid?

  private var position = FrameCount.zero
  /// Where the last seek landed.
  private var start = FrameCount.zero
  /// The part of the reader's block that is still to be delivered.
  private var rest = 0..<0
  /// Frames of silence to be delivered before it, in place of damaged ones.
  private var silence = 0
  private var isAtEnd = false
  private var pendingError: DecodeError?

  /// Silence in place of damage lasts at most so many seconds: time stamps may be damaged, too.
  private static let longestSilence = 30

  /// Opens the file in `window`, a file of `demuxer`, with FFmpeg's `libraries`.
  convenience init(_ window: FileWindow, demuxer: AVDemuxer, libraries: AVLibraries) throws(DecodeError) {
    try self.init(window, demuxer: demuxer, functions: libraries.functions(toPlay: demuxer.name))
  }

  /// Opens the file in `window`, a file of `demuxer`.
  init(_ window: FileWindow, demuxer: AVDemuxer, functions: AVFunctions) throws(DecodeError) {
    self.functions = functions
    self.demuxer = demuxer
    source = AVSource(window)
    var reader = try AVReader(source, demuxer: demuxer, functions: functions)
    guard case .block = reader.next() else {
      if let code = window.failure { throw .unreadable(at: .zero, rate: SampleRate(1), code: code) }
      throw .damage(at: .zero, rate: SampleRate(1))
    }
    let first = reader.block
    format = try BelievableFormat.format(
      rate: first.rate, channels: first.channels, mask: first.mask, encoding: reader.encoding)
    let unit = reader.container.stream.pointee.time_base
    clock = first.time.flatMap {
      AVClock(start: $0, unit: unit, rate: first.rate, isRounded: demuxer.times == .rounded)
    }
    let (firstPackets, firstFrames) = (reader.packets, first.frames)
    var length = AVLength.declared(in: reader, demuxer: demuxer, clock: clock)
    var grid: AVBlockGrid?
    if length == nil || clock?.isExact != true {
      if case .block = reader.next() {
        // Only Matroska rounds, and only equal blocks can be told apart then.
        if reader.hasEqualBlocks { grid = AVBlockGrid(origin: Int64(firstFrames), size: Int64(reader.block.frames)) }
      }
      let blockSize = reader.block.frames
      if length == nil {
        reader = try AVReader(source, demuxer: demuxer, functions: functions)
        length = AVLength.counted(
          in: reader, demuxer: demuxer, behind: firstPackets, with: firstFrames, packetFrames: blockSize)
      }
      reader = try AVReader(source, demuxer: demuxer, functions: functions)
      guard case .block = reader.next() else { throw .damage(at: .zero, rate: format.rate) }
    }
    rest = 0..<reader.block.frames
    self.reader = reader
    self.length = length
    self.grid = grid
  }

  func read(into buffer: UnsafeMutablePointer<Float>, frames: Int) throws(DecodeError) -> Int {
    if let pendingError { throw pendingError }
    var wanted = frames
    if let length { wanted = Int(min(Int64(frames), (length - position).value)) }
    if wanted <= 0 { return 0 }
    while silence == 0, rest.isEmpty {
      if isAtEnd { return try end() }
      try advance()
    }
    let count: Int
    if silence > 0 {
      count = min(silence, wanted)
      buffer.update(repeating: 0, count: count * format.channels)
      silence -= count
    } else {
      count = min(rest.count, wanted)
      reader.block.copy(from: rest.lowerBound, count: count, to: buffer)
      rest.removeFirst(count)
    }
    position.value += Int64(count)
    return count
  }

  private func end() throws(DecodeError) -> Int {
    if let error = DecodeError.earlyEnd(at: position, from: start, of: length, format: format) { throw error }
    return 0
  }

  /// Reads the next block, behind what was delivered.
  private func advance() throws(DecodeError) {
    switch reader.next() {
    case .block(let afterDamage):
      let block = reader.block
      guard block.rate == Int(format.rate.hertz), block.channels == format.channels else {
        pendingError = .formatChange
        throw .formatChange
      }
      rest = 0..<block.frames
      if afterDamage, let time = block.time, let clock, clock.isExact, let frame = clock.frame(at: time) {
        let gap = frame - position.value
        if (1...Int64(Self.longestSilence) * Int64(format.rate.hertz)).contains(gap) { silence = Int(gap) }
      }
    case .end: isAtEnd = true
    case .damage:
      if let code = source.window.failure {
        pendingError = .unreadable(at: position, rate: format.rate, code: code)
      } else if source.window.isCut {
        isAtEnd = true
        return
      } else {
        pendingError = .damage(at: position, rate: format.rate)
      }
      throw pendingError!
    }
  }

  func seek(to frame: FrameCount) throws(DecodeError) {
    pendingError = nil
    let target = BelievableFormat.seekTarget(frame, length: length)
    defer { start = position }
    if target == length {
      position = target
      isAtEnd = true
      (rest, silence) = (0..<0, 0)
      return
    }
    if try !jump(to: target) {
      try startAgain()
      try skip(to: target)
    }
  }

  /// Goes to `target` by time stamps: whether they led there beyond doubt.
  private func jump(to target: FrameCount) throws(DecodeError) -> Bool {
    // What comes before must be decoded, so that the block at the target is the same as without the jump.
    guard demuxer.times != .unreliable, let warmUp = reader.facts.warmUp, case let early = target.value - warmUp,
      early > 0,
      let time = clock?.time(of: early), reader.seek(to: time)
    else { return false }
    isAtEnd = false
    (rest, silence) = (0..<0, 0)
    guard case .block = reader.next(), let landed = place(of: reader.block), landed <= early else { return false }
    position = FrameCount(landed)
    rest = 0..<reader.block.frames
    while position < target {
      guard case let behind = position.value + Int64(rest.count), behind <= target.value else {
        rest.removeFirst(Int((target - position).value))
        position = target
        break
      }
      guard case .block(afterDamage: false) = reader.next(), place(of: reader.block) == behind else { return false }
      position = FrameCount(behind)
      rest = 0..<reader.block.frames
    }
    return true
  }

  /// The frame at which `block` starts, by its time stamp; nil where that leaves a doubt.
  private func place(of block: AVBlock) -> Int64? {
    guard let time = block.time, let frame = clock?.frame(at: time) else { return nil }
    if clock?.isExact == true { return frame }
    // Twice a millisecond: the time stamps of frame 0 and of this one are both rounded.
    return grid?.blockStart(near: frame, tolerance: Int64(format.rate.hertz) / 500)
  }

  private func startAgain() throws(DecodeError) {
    reader = try AVReader(source, demuxer: demuxer, functions: functions)
    isAtEnd = false
    (rest, silence) = (0..<0, 0)
    position = .zero
  }

  private func skip(to target: FrameCount) throws(DecodeError) {
    while position < target {
      if silence == 0, rest.isEmpty {
        if isAtEnd { return }
        try advance()
      }
      let count = min(silence > 0 ? silence : rest.count, Int((target - position).value))
      if silence > 0 { silence -= count } else { rest.removeFirst(count) }
      position.value += Int64(count)
    }
  }
}
