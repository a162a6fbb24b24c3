/// The order in which people expect names: numbers by value, letters without regard to case or accents.
enum NaturalOrder {
  /// A name prepared for comparison.
  struct Key: Comparable {
    private let weights: [UInt32]
    private let name: [UInt8]

    /// The key of `name`; bytes that are not UTF-8 count as some character after all letters. Without its ending "a"
    /// comes before "a b".
    init(_ name: [UInt8], withoutEnding: Bool) {
      self.name = name
      let end = withoutEnding ? name.lastIndex(of: UInt8(ascii: ".")) ?? name.count : name.count
      weights = NaturalOrder.weights(String(decoding: name[..<end], as: UTF8.self))
    }

    static func < (left: Key, right: Key) -> Bool {
      if left.weights != right.weights { return left.weights.lexicographicallyPrecedes(right.weights) }
      return left.name.lexicographicallyPrecedes(right.name)
    }
  }

  /// A number weighs as the digit zero, then the count of its digits, then its digits: comparing these one after
  /// another compares the numbers, however long.
  private static func weights(_ text: String) -> [UInt32] {
    var weights: [UInt32] = []
    weights.reserveCapacity(text.utf8.count + 8)
    var digits: [UInt32] = []
    var isInNumber = false
    func flush() {
      guard isInNumber else { return }
      weights += [0x30, UInt32(digits.count)]
      weights += digits
      digits.removeAll(keepingCapacity: true)
      isInNumber = false
    }
    for scalar in text.unicodeScalars {
      if case 0x30...0x39 = scalar.value {
        isInNumber = true
        if scalar.value != 0x30 || !digits.isEmpty { digits.append(scalar.value) }
        continue
      }
      flush()
      append(scalar, to: &weights)
    }
    flush()
    return weights
  }

  private static func append(_ scalar: Unicode.Scalar, to weights: inout [UInt32]) {
    switch scalar.value {
    case 0x41...0x5A: weights.append(scalar.value + 0x20)
    case 0..<0x80: weights.append(scalar.value)
    case 0xC0..<0x180: weights.append(UInt32(baseLetters[Int(scalar.value) - 0xC0]))
    // Combining accents: so that decomposed names, as macOS writes them, sort like composed ones.
    case 0x300..<0x370: break
    default: for lower in scalar.properties.lowercaseMapping.unicodeScalars { weights.append(lower.value) }
    }
  }

  /// The letters that Latin-1 Supplement and Latin Extended-A (U+00C0 to U+017F) are made from.
  private static let baseLetters = Array(
    ("aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
      + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
      + "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)
}
