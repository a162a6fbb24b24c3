/// Tells whether values are still those that were written: SQLite notices a damaged page only where it no longer fits
/// its neighbours. FNV-1a of 64 bits (draft-eastlake-fnv), made for accidents, not for forgers.
struct Checksum: Hashable, Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Of `values`, in their order.
  init(of values: some Sequence<SQLValue>) {
    for value in values { add(value) }
  }

  /// As it was saved.
  init(saved: Int64) { value = UInt64(bitPattern: saved) }

  /// As it is saved.
  var saved: Int64 { Int64(bitPattern: value) }

  /// Kinds and lengths count, so that no two lists of values look alike.
  private mutating func add(_ value: SQLValue) {
    switch value {
    case .null: add(byte: 0)
    case .integer(let number):
      add(byte: 1)
      add(word: UInt64(bitPattern: number))
    case .real(let number):
      add(byte: 2)
      add(word: number.bitPattern)
    case .text(let text):
      add(byte: 3)
      add(word: UInt64(text.utf8.count))
      for byte in text.utf8 { add(byte: byte) }
    case .blob(let bytes):
      add(byte: 4)
      add(word: UInt64(bytes.count))
      for byte in bytes { add(byte: byte) }
    }
  }

  private mutating func add(word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(byte: UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }

  private mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
