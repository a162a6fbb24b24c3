/// Keeps the sum of two tracks below full scale. Tracks that have nothing to do with each other seldom get there, and
/// then by a peak; two that swing together are 3 dB louder in the middle than either. For each frame there is a
/// factor that is safe whatever the tracks do, the one that makes their factors add up to 1. The limit goes as far
/// towards that as the peaks need it, in straight lines over windows of frames, a window ahead, and back slowly: a
/// change of level, and no distortion.
struct SumLimit {
  /// How far the factor is from 1 towards the safe one, at the end of the window before; nil before the first.
  private var share: Float?
  private let fall: Float

  /// - Parameter fall: by how much the share goes back in a window.
  init(fall: Float) { self.fall = fall }

  /// The share that brings the factor on a frame down to `factor`, where `safe` is enough for any frame.
  static func need(factor: Float, safe: Float) -> Float { safe < 1 ? min(1, (1 - factor) / (1 - safe)) : 1 }

  /// Applies it to a window that needs the share `need`, before one that needs `next`.
  ///
  /// - Parameter safe: the safe factors of the window's frames.
  mutating func apply(
    to samples: UnsafeMutablePointer<Float>, _ safe: UnsafePointer<Float>, frames: Int, _ channels: Int, _ need: Float,
    _ next: Float
  ) {
    let from = share ?? need
    let to = max(need, next, from - fall)
    share = to
    guard from > 0 || to > 0 else { return }
    for index in 0..<frames {
      let share = from + (to - from) * Float(index) / Float(frames)
      let factor = 1 - share * (1 - safe[index])
      for sample in index * channels..<(index + 1) * channels { samples[sample] *= factor }
    }
  }
}
