/// A factor that goes in a straight line from one value to another, in frames of the ring.
struct Ramp: Hashable, Sendable {
  private let start: Int
  private let end: Int
  private let from: Float
  private let to: Float

  /// `value` all the time.
  init(_ value: Float) { self.init(from: value, to: value, at: 0, frames: 0) }

  /// `from` before `start`, `to` from `start + frames` on.
  init(from: Float, to: Float, at start: Int, frames: Int) {
    self.start = start
    self.end = start + frames
    self.from = from
    self.to = to
  }

  /// The factor for `frame`.
  @_noAllocation @_noLocks
  func value(at frame: Int) -> Float {
    if frame >= end { return to }
    if frame <= start { return from }
    return from + (to - from) * (Float(frame &- start) / Float(end &- start))
  }

  /// Whether every frame from `frame` on has the same factor.
  @_noAllocation @_noLocks
  func isSteady(from frame: Int) -> Bool { frame >= end || from == to }
}

/// The factor on every frame: the volume with the track's ReplayGain, together never above the cap (R21), and
/// the fade into or out of the music. As a function of the frame's number it gives the same answer when a
/// frame is rendered a second time.
struct Envelope: Hashable, Sendable {
  /// The listener's volume.
  var volume = Ramp(1)
  /// What the track is raised by; another one from the next track's first frame on.
  var replayGain = Ramp(1)
  /// The most that both together may be.
  var cap = Ramp(1)
  /// Fading in or out.
  var fade = Ramp(1)

  /// Copies `frames` frames, of which the first is `frame`, and applies it to them. Factors of exactly one leave the
  /// samples untouched.
  @_noAllocation @_noLocks
  func apply(
    to source: UnsafePointer<Float>, frames: Int, channels: Int, at frame: Int, into target: UnsafeMutablePointer<Float>
  ) {
    if let factor = steadyFactor(from: frame) {
      if factor == 1 {
        UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: frames &* channels &* 4)
      } else {
        for index in 0..<frames &* channels { target[index] = source[index] * factor }
      }
      return
    }
    var index = 0
    for offset in 0..<frames {
      let factor = value(at: frame &+ offset)
      for _ in 0..<channels {
        target[index] = source[index] * factor
        index &+= 1
      }
    }
  }

  /// The factor on every frame from `frame` on; nil: it changes.
  @_noAllocation @_noLocks
  func steadyFactor(from frame: Int) -> Float? { isSteady(from: frame) ? value(at: frame) : nil }

  @_noAllocation @_noLocks
  private func value(at frame: Int) -> Float {
    let raised = volume.value(at: frame) * replayGain.value(at: frame)
    let most = cap.value(at: frame)
    return (raised < most ? raised : most) * fade.value(at: frame)
  }

  @_noAllocation @_noLocks
  private func isSteady(from frame: Int) -> Bool {
    volume.isSteady(from: frame) && replayGain.isSteady(from: frame) && cap.isSteady(from: frame)
      && fade.isSteady(from: frame)
  }
}
