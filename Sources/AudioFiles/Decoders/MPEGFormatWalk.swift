internal import Glibc
internal import PlayerCore

/// Which formats the frames of an MPEG audio file have, by their headers: libmpg123 must know before it starts whether
/// one output format is to be kept up over a change.
struct MPEGFormatWalk {
  /// Whether there are frames of one channel and frames of two.
  private(set) var channelsChange = false
  /// Whether there are frames of different rates.
  private(set) var rateChanges = false
  /// What libmpg123 makes of the frames at the first one's rate; nil if something between
  /// them makes the count uncertain.
  var length: FrameCount? { hasGaps ? nil : BelievableFormat.length(samples) }
  /// Frames a second of the first frame; nil if there is none.
  var rate: Int? { first?.rate }

  private var first: MPEGFrame?
  private var last: MPEGFrame?
  private var hasGaps = false
  private var index: Int64 = 0
  private var samples: Int64 = 0
  /// Parts of a sample that the resampler has left over.
  private var phase: Int64 = 0

  /// A whole sample in libmpg123's resampler (NTOM_MUL), whose steps are whole numbers.
  private static let whole: Int64 = 32_768

  /// Walks over the frames in `window` from `start` on, over gaps shorter than `longestGap` bytes, and
  /// leaves the window at its start.
  init(over window: FileWindow, from start: Int64, longestGap: Int) {
    var position = start
    while true {
      if let frame = MPEGFrame(Self.bytes(of: window, at: position, count: 4), at: 0), let length = frame.length {
        position += Int64(length)
        if position > window.size { break }
        add(frame)
      } else {
        let bytes = Self.bytes(of: window, at: position, count: longestGap)
        guard let next = MPEGStart.find(in: bytes, at: position, size: window.size), !next.junk.isEmpty else { break }
        position = next.junk.upperBound
        hasGaps = true
      }
    }
    _ = window.seek(by: 0, whence: SEEK_SET)
  }

  private static func bytes(of window: FileWindow, at position: Int64, count: Int) -> [UInt8] {
    _ = window.seek(by: position, whence: SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(window.read(into: UnsafeMutableRawBufferPointer(buffer)), 0)
    }
  }

  private mutating func add(_ frame: MPEGFrame) {
    let first = first ?? frame
    self.first = first
    channelsChange = channelsChange || frame.channels != first.channels
    rateChanges = rateChanges || frame.rate != first.rate
    let parts = Int64(frame.samples) * (Int64(first.rate) * Self.whole / Int64(frame.rate))
    // At a change the resampler starts as if all frames so far had been such as the new one.
    if frame.rate != last?.rate { phase = (Self.whole / 2 + index * parts) % Self.whole }
    samples += (phase + parts) / Self.whole
    phase = (phase + parts) % Self.whole
    index += 1
    last = frame
  }
}
