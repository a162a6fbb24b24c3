/// Sebastiano Vigna's SplitMix64: chance that can be repeated. Its state is a value that others can hold, as the
/// queue does for its random order.
public struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
  private var state: UInt64

  /// The sequence that follows from `seed`.
  public init(seed: UInt64) { state = seed }

  /// The sequence's next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
