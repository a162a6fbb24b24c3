/// What the first bytes of an image file say.
struct ImageHeader {
  /// The type of its contents.
  let mimeType: String
  /// Width and height; nil where the header is cut or damaged.
  let size: PixelSize?

  /// Reads the header in `bytes`; nil if they are no image of a kind that covers come in.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      mimeType = "image/png"
      size = Self.size(bytes, width: 16, height: 20, count: 4)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      mimeType = "image/jpeg"
      size = Self.sizeOfJPEG(bytes)
    } else if bytes.starts(with: "GIF8".utf8) {
      mimeType = "image/gif"
      size = Self.size(bytes, width: 6, height: 8, count: -2)
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      mimeType = "image/webp"
      size = Self.sizeOfWebP(bytes)
    } else if bytes.starts(with: "BM".utf8) {
      mimeType = "image/bmp"
      // Rows from top to bottom are told by a negative height.
      size = Self.size(bytes, width: 18, height: 22, count: -4).map {
        PixelSize(width: $0.width, height: abs(Int(Int32(truncatingIfNeeded: $0.height))))
      }
    } else {
      return nil
    }
  }

  /// A number of `count` bytes, the lowest first if `count` is negative.
  private static func number(_ bytes: [UInt8], at offset: Int, count: Int) -> Int? {
    guard offset + abs(count) <= bytes.count else { return nil }
    let part = bytes[offset..<offset + abs(count)]
    return count > 0
      ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func size(_ bytes: [UInt8], width: Int, height: Int, count: Int) -> PixelSize? {
    guard let width = number(bytes, at: width, count: count), let height = number(bytes, at: height, count: count)
    else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  /// The frame header comes after any number of other segments (ITU-T T.81, B.1).
  private static func sizeOfJPEG(_ bytes: [UInt8]) -> PixelSize? {
    var offset = 2
    while offset + 4 <= bytes.count {
      guard bytes[offset] == 0xFF else {
        // A segment that is longer than it says; decoders look for the next one, too.
        offset += 1
        continue
      }
      let marker = bytes[offset + 1]
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame { return size(bytes, width: offset + 7, height: offset + 5, count: 2) }
      switch marker {
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD8: offset += 2
      case 0xD9, 0xDA: return nil
      default: offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
      }
    }
    return nil
  }

  private static func sizeOfWebP(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.count >= 16 else { return nil }
    switch bytes[12..<16] {
    case _ where bytes[12...].starts(with: "VP8 ".utf8):
      return size(bytes, width: 26, height: 28, count: -2).map {
        PixelSize(width: $0.width & 0x3FFF, height: $0.height & 0x3FFF)
      }
    case _ where bytes[12...].starts(with: "VP8L".utf8):
      return number(bytes, at: 21, count: -4).map {
        PixelSize(width: $0 & 0x3FFF + 1, height: $0 >> 14 & 0x3FFF + 1)
      }
    case _ where bytes[12...].starts(with: "VP8X".utf8):
      return size(bytes, width: 24, height: 27, count: -3).map {
        PixelSize(width: $0.width + 1, height: $0.height + 1)
      }
    default: return nil
    }
  }
}
