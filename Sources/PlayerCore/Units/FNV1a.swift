/// A number by which bytes are known again: FNV-1a of 64 bits (draft-eastlake-fnv). Made for accidents, not for
/// forgers.
public struct FNV1a: Hashable, Sendable {
  /// That of the bytes so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// That of no bytes.
  public init() {}

  /// Takes in one more byte.
  public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  /// Takes in `bytes`, in their order.
  public mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

  /// Takes in the eight bytes of `word`, the lowest first.
  public mutating func add(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }
}
