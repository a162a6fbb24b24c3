/// The elements of an EBML document (RFC 8794), as far as finding one of them needs it.
struct EBMLElements {
  /// An element's identifier, with its marker bits, and where its contents lie in the file.
  struct Element {
    let identifier: UInt32
    let contents: Range<Int64>

    /// Reads the element that starts at `offset` and ends before `limit`; nil if there is none.
    init?(at offset: Int64, before limit: Int64, of file: borrowing OpenFile) {
      guard offset >= 0, offset < limit, let head = try? file.bytes(at: offset, count: 12) else { return nil }
      let identifierSize = (head.first ?? 0).leadingZeroBitCount + 1
      guard identifierSize <= 4, head.count > identifierSize else { return nil }
      let size = head[identifierSize].leadingZeroBitCount + 1
      let start = offset + Int64(identifierSize + size)
      guard size <= 8, identifierSize + size <= head.count, start <= limit else { return nil }
      identifier = head[..<identifierSize].reduce(0) { $0 << 8 | UInt32($1) }
      let mask: Int64 = 1 << Int64(7 * size) - 1
      let length = Int64(bigEndian: head[identifierSize..<identifierSize + size]) & mask
      // All ones: it is not known yet how long it will be.
      let end = length == mask || length > limit - start ? limit : start + length
      contents = start..<end
    }
  }

  /// The elements in a part of the file, in its order.
  let elements: [Element]

  /// No honest file has more elements side by side.
  private static let mostElements = 16_384

  /// Walks over the elements that fill `range` of `file`, up to and with the first one called `last`.
  init(in range: Range<Int64>, of file: borrowing OpenFile, upTo last: UInt32? = nil) {
    var elements: [Element] = []
    var offset = range.lowerBound
    while elements.count < Self.mostElements,
      let element = Element(at: offset, before: range.upperBound, of: file), element.contents.upperBound > offset
    {
      elements.append(element)
      if element.identifier == last { break }
      offset = element.contents.upperBound
    }
    self.elements = elements
  }

  /// The contents of the elements called `identifier`.
  func all(_ identifier: UInt32) -> [Range<Int64>] {
    elements.filter { $0.identifier == identifier }.map(\.contents)
  }
}
