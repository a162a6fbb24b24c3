internal import CSoxr
internal import PlayerCore

/// Brings frames from one rate to another. What goes in comes out later, but nothing is moved in time: the first frame
/// out is heard at the same moment as the first frame in. Decode thread only.
protocol Resampler: AnyObject {
  /// Where frames to be resampled are written, and how many can be now.
  var input: (start: UnsafeMutablePointer<Float>, frames: Int) { get }

  /// `frames` frames were written to `input`.
  func took(_ frames: Int)

  /// No more frames come: what was taken is brought out to its end.
  func finish()

  /// Writes at most `frames` frames; fewer only if more input is needed, or after `finish` at the end.
  func make(into buffer: UnsafeMutablePointer<Float>, frames: Int) -> Int
}

/// Two rates and a number of channels.
struct Resampling: Hashable, Sendable {
  var from: SampleRate
  var to: SampleRate
  var channels: Int
}

/// Why there is no resampler.
enum ResamplerFault: Error, Hashable, Sendable {
  /// This machine has no library for it.
  case noLibrary
  /// The library does not make one for these rates, or so many channels.
  case refused
}

/// Makes a resampler.
typealias ResamplerMaker = @Sendable (Resampling) throws(ResamplerFault) -> any Resampler

/// Whether libsoxr is installed, which brings frames from one rate to another. Loads it; may wait for the disk. Any
/// thread.
public func isResamplerInstalled() -> Bool { cans_soxr_load() }

/// A soxr_t, deleted with its owner.
private struct SoxrHandle: ~Copyable {
  let pointer: UnsafeMutableRawPointer

  init(_ terms: Resampling) throws(ResamplerFault) {
    guard cans_soxr_load() else { throw .noLibrary }
    let (from, to) = (Double(terms.from.hertz), Double(terms.to.hertz))
    guard let made = cans_soxr_create(from, to, UInt32(terms.channels)) else { throw .refused }
    pointer = made
  }

  deinit { cans_soxr_delete(pointer) }
}

/// libsoxr in its best quality: 28 bits, linear phase, everything up to 91 % of half the lower rate.
final class SoxrResampler: Resampler {
  private let handle: SoxrHandle
  private let channels: Int
  private let memory: UnsafeMutableBufferPointer<Float>
  /// The part of `memory` that was written and not taken yet, in frames.
  private var waiting = 0..<0
  private var isFinishing = false

  /// Frames that fit into the input.
  private static let capacity = 4096

  /// Loads libsoxr if that has not happened yet.
  init(_ terms: Resampling) throws(ResamplerFault) {
    handle = try SoxrHandle(terms)
    channels = terms.channels
    memory = .allocate(capacity: SoxrResampler.capacity * channels)
  }

  deinit { memory.deallocate() }

  var input: (start: UnsafeMutablePointer<Float>, frames: Int) {
    (memory.baseAddress! + waiting.upperBound * channels, SoxrResampler.capacity - waiting.upperBound)
  }

  func took(_ frames: Int) { waiting = waiting.lowerBound..<waiting.upperBound + frames }

  func finish() { isFinishing = true }

  func make(into buffer: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    var made = 0
    while made < frames {
      let ends = waiting.isEmpty && isFinishing
      if waiting.isEmpty, !ends { break }
      var taken = 0
      var count = 0
      let source = memory.baseAddress! + waiting.lowerBound * channels
      let works = cans_soxr_process(
        handle.pointer, ends ? nil : source, ends ? 0 : waiting.count, &taken, buffer + made * channels, frames - made,
        &count)
      // It fails only on arguments that it was not made for.
      precondition(works, "libsoxr refuses what it was made for")
      waiting = waiting.lowerBound + taken..<waiting.upperBound
      made += count
      if ends, count == 0 { break }
    }
    if waiting.isEmpty { waiting = 0..<0 }
    return made
  }
}
