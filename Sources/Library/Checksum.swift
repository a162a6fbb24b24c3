internal import PlayerCore

/// Tells whether values are still those that were written: SQLite notices a damaged page only where it no longer fits
/// its neighbours.
struct Checksum: Hashable, Sendable {
  private var hash = FNV1a()

  /// Of `values`, in their order.
  init(of values: some Sequence<SQLValue>) {
    for value in values { add(value) }
  }

  /// As it is saved.
  var saved: Int64 { Int64(bitPattern: hash.value) }

  /// Kinds and lengths count, so that no two lists of values look alike.
  private mutating func add(_ value: SQLValue) {
    switch value {
    case .null: hash.add(0 as UInt8)
    case .integer(let number):
      hash.add(1 as UInt8)
      hash.add(UInt64(bitPattern: number))
    case .real(let number):
      hash.add(2 as UInt8)
      hash.add(number.bitPattern)
    case .text(let text): add(kind: 3, text.utf8)
    case .blob(let bytes): add(kind: 4, bytes)
    }
  }

  private mutating func add(kind: UInt8, _ bytes: some Collection<UInt8>) {
    hash.add(kind)
    hash.add(UInt64(bytes.count))
    hash.add(bytes)
  }
}
