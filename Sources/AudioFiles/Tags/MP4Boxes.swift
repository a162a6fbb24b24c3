internal import PlayerCore

/// The boxes of an MP4 file (ISO 14496-12, 4.2), as far as finding one of them needs it.
struct MP4Boxes {
  /// A box's type and where its contents lie in the file.
  struct Box {
    let type: [UInt8]
    let contents: Range<Int64>
  }

  /// The boxes in a part of the file, in its order.
  let boxes: [Box]

  /// No honest file has more boxes side by side.
  private static let mostBoxes = 4_096

  /// Walks over the boxes that fill `range` of `file`.
  init<File: RandomAccess & ~Copyable>(in range: Range<Int64>, of file: borrowing File) {
    var boxes: [Box] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, boxes.count < Self.mostBoxes {
      guard let head = try? file.bytes(at: offset, count: 16), head.count >= 8 else { break }
      var start = offset + 8
      var size = Int64(bigEndian: head[..<4])
      if size == 1 {
        guard head.count == 16 else { break }
        start += 8
        size = Int64(bigEndian: head[8..<16])
      } else if size == 0 {
        size = range.upperBound - offset
      }
      guard size >= start - offset, size <= range.upperBound - offset else { break }
      boxes.append(Box(type: Array(head[4..<8]), contents: start..<offset + size))
      offset += size
    }
    self.boxes = boxes
  }

  /// The contents of the boxes of a type.
  func all(_ type: StaticString) -> [Range<Int64>] {
    let wanted = Array(type.description.utf8)
    return boxes.filter { $0.type == wanted }.map(\.contents)
  }

  /// The contents of the first box at the end of `path`, each part of which is inside of the one before.
  static func find<File: RandomAccess & ~Copyable>(
    _ path: [StaticString], in range: Range<Int64>, of file: borrowing File
  ) -> Range<Int64>? {
    var range = range
    for type in path {
      guard let next = MP4Boxes(in: range, of: file).all(type).first else { return nil }
      range = next
    }
    return range
  }
}

extension Int64 {
  /// The number in up to eight bytes, the highest first.
  init(bigEndian bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Int64($1) } }

  /// The number in up to eight bytes, the lowest first.
  init(littleEndian bytes: some BidirectionalCollection<UInt8>) { self.init(bigEndian: bytes.reversed()) }
}
