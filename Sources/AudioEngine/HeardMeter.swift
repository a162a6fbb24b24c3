internal import PlayerCore

/// What was heard since it was last told. Output thread: no allocation, lock or log.
struct HeardMeter {
  /// So long at most it is kept.
  static let interval = 60.0

  private(set) var sound = HeardSound()

  /// Adds `frames` frames, a second of which are `rate`. `energy`: the sum of their mean squares.
  mutating func add(frames: Int, energy: Double, rate: SampleRate) {
    let perSecond = Double(rate.hertz)
    sound.seconds += Double(frames) / perSecond
    sound.energy += energy / perSecond
  }

  /// Takes what there is.
  mutating func take() -> HeardSound {
    let taken = sound
    sound = HeardSound()
    return taken
  }
}

/// The sum of the squares of `count` samples, in eight sums side by side: no compiler makes vector code of a single
/// one, as that would round otherwise. None adds up so many that a `Float` would lose them.
@_noAllocation @_noLocks
func sumOfSquares(_ samples: UnsafePointer<Float>, count: Int) -> Double {
  var total = 0.0
  var index = 0
  while count &- index >= 8 {
    let rest = (count &- index) & ~7
    let end = index &+ (rest < 2_048 ? rest : 2_048)
    var (a, b, c, d): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var (e, f, g, h): (Float, Float, Float, Float) = (0, 0, 0, 0)
    while index < end {
      let next = samples + index
      a += next[0] * next[0]
      b += next[1] * next[1]
      c += next[2] * next[2]
      d += next[3] * next[3]
      e += next[4] * next[4]
      f += next[5] * next[5]
      g += next[6] * next[6]
      h += next[7] * next[7]
      index &+= 8
    }
    total += Double((a + b) + (c + d)) + Double((e + f) + (g + h))
  }
  while index < count {
    total += Double(samples[index] * samples[index])
    index &+= 1
  }
  return total
}
