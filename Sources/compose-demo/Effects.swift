/// A delay line that feeds back into itself through a damping filter.
struct Comb {
  private var line: [Double]
  private var position = 0
  private var damped = 0.0
  var feedback: Double
  var damping: Double

  init(frames: Int, feedback: Double, damping: Double) {
    line = Array(repeating: 0, count: frames)
    self.feedback = feedback
    self.damping = damping
  }

  mutating func process(_ input: Double) -> Double {
    let output = line[position]
    damped = output * (1 - damping) + damped * damping
    line[position] = input + damped * feedback
    position = position + 1 == line.count ? 0 : position + 1
    return output
  }
}

/// Smears a signal in time and leaves its spectrum as it is.
struct AllPass {
  private var line: [Double]
  private var position = 0

  init(frames: Int) { line = Array(repeating: 0, count: frames) }

  mutating func process(_ input: Double) -> Double {
    let stored = line[position]
    line[position] = input + stored * 0.5
    position = position + 1 == line.count ? 0 : position + 1
    return stored - input
  }
}

/// One ear of a room after Schroeder and Moorer, in the tuning known as Freeverb.
struct Reverb {
  private var combs: [Comb]
  private var allPasses: [AllPass]

  /// `spread` frames make the second ear hear another room than the first.
  init(spread: Int) {
    combs = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617].map {
      Comb(frames: $0 + spread, feedback: 0.84, damping: 0.45)
    }
    allPasses = [556, 441, 341, 225].map { AllPass(frames: $0 + spread) }
  }

  mutating func process(_ input: Double) -> Double {
    var output = 0.0
    for index in combs.indices { output += combs[index].process(input) }
    output *= 0.125
    for index in allPasses.indices { output = allPasses[index].process(output) }
    return output
  }
}

/// An echo that answers on the other side each time.
struct PingPong {
  private var left: Comb
  private var right: Comb

  init(seconds: Double) {
    let frames = Int(seconds * sampleRate)
    left = Comb(frames: frames, feedback: 0, damping: 0.3)
    right = Comb(frames: frames, feedback: 0, damping: 0.3)
  }

  private var returned = 0.0

  mutating func process(_ input: Double) -> (left: Double, right: Double) {
    let first = left.process(input + 0.4 * returned)
    returned = right.process(first)
    return (first, returned)
  }
}

/// The last stage: takes away what moves slower than sound, and bends peaks instead of cutting them.
struct Master {
  private var slow = 0.0

  mutating func process(_ input: Double) -> Int16 {
    slow += 0.003 * (input - slow)
    let sample = input - slow
    // Straight up to 0.6, then ever flatter towards 0.85 (-1.4 dBFS).
    let size = abs(sample)
    let excess = max(0, size - 0.6)
    let bent = size <= 0.6 ? size : 0.6 + 0.25 * excess / (excess + 0.25)
    return Int16(((sample < 0 ? -bent : bent) * 32_767).rounded())
  }
}
