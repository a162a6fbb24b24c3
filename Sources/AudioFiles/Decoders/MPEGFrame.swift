internal import AudioEngine

/// The header of an MPEG audio frame (ISO 11172-3 and 13818-3, and the 2.5 extension), as
/// far as finding frames needs it.
struct MPEGFrame: Equatable {
  /// What stays the same over a stream: sync, version and layer.
  let kind: UInt32
  /// Frames a second.
  let rate: Int
  /// One or two.
  let channels: Int
  /// Samples a channel.
  let samples: Int
  /// The frame's length in bytes with its header; nil in a free-format stream, whose headers do not tell.
  let length: Int?
  /// Where a Xing or Info header would be, in bytes from the frame's start; nil for layers I and II.
  let infoOffset: Int?

  /// Reads the header in `bytes` at `start`; nil if there is none.
  init?(_ bytes: [UInt8], at start: Int) {
    guard start + 4 <= bytes.count else { return nil }
    let word = bytes[start..<start + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    let version = Int(word >> 19 & 3)
    let layer = 4 - Int(word >> 17 & 3)
    let bitrateIndex = Int(word >> 12 & 15)
    let rateIndex = Int(word >> 10 & 3)
    // Emphasis 2 is reserved, and no encoder sets it: one more test against chance.
    guard word >> 21 == 0x7FF, version != 1, layer != 4, bitrateIndex != 15, rateIndex != 3, word & 3 != 2 else {
      return nil
    }
    let isVersion1 = version == 3
    kind = word & 0xFFFE_0000
    rate = [44_100, 48_000, 32_000][rateIndex] >> (isVersion1 ? 0 : version == 2 ? 1 : 2)
    channels = word >> 6 & 3 == 3 ? 1 : 2
    samples = layer == 1 ? 384 : layer == 3 && !isVersion1 ? 576 : 1_152
    let padding = Int(word >> 9 & 1)
    let table = isVersion1 ? layer - 1 : layer == 1 ? 3 : 4
    let bitrate = Self.kilobits[table][bitrateIndex] * 1_000
    if bitrate == 0 {
      length = nil
    } else if layer == 1 {
      length = (12 * bitrate / rate + padding) * 4
    } else {
      length = (layer == 3 && !isVersion1 ? 72 : 144) * bitrate / rate + padding
    }
    let sideInformation = isVersion1 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
    infoOffset = layer == 3 ? 4 + sideInformation : nil
  }

  /// Whether `other` can follow in the same stream. Channels may differ: some encoders switch them.
  func continues(_ other: MPEGFrame) -> Bool { kind == other.kind && rate == other.rate }

  /// Bit rates by index: version 1 layers I, II, III; version 2 layer I; version 2 layers II and III.
  private static let kilobits = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}

/// Where the sound of an MPEG audio file starts.
struct MPEGStart: Equatable {
  /// Bytes between the tags and the first frame that are neither, or a container's up to there.
  private(set) var junk: Range<Int64>
  /// Where the bytes of the sound end.
  let end: Int64
  /// What the Xing or Info header in the first frame says of the length.
  let declared: DeclaredLength

  /// How far a Xing or Info header can be believed.
  enum DeclaredLength: Equatable {
    /// There is none, or it names no number of frames.
    case missing
    /// It is there, and as many bytes as it says.
    case consistent
    /// It speaks of more bytes than the file has: the file was cut.
    case tooLong
  }

  /// How far behind the tags sound may start.
  static let searchLimit = 288 * 1_024
  /// Frames in a row that junk hardly makes by chance: once in 10⁹ searches.
  private static let demandedFrames = 3

  /// Looks for frames in `bytes`, which start at `offset` of a file of `size` bytes; nil if there are none.
  ///
  /// Right at the start a shorter row will do if the file ends with it: there are files of one frame.
  static func find(in bytes: [UInt8], at offset: Int64, size: Int64) -> MPEGStart? {
    let isWhole = offset + Int64(bytes.count) >= size
    let start = bytes.firstIndex { $0 != 0 } ?? bytes.count
    if row(in: bytes, from: start, isWhole: isWhole) || freeFormatRow(in: bytes, from: start) {
      return MPEGStart(bytes, start, offset, size)
    }
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == 0xFF, row(in: bytes, from: index, isWhole: false) {
        return MPEGStart(bytes, index, offset, size)
      }
      index += 1
    }
    return nil
  }

  /// Looks for frames at the start of `data`, which a container holds; what lies before them is junk.
  static func find(inContainer data: Range<Int64>, of file: borrowing OpenFile) throws(DecodeError) -> MPEGStart? {
    let count = Int(min(Int64(data.count), 16 * 1_024))
    let head = try file.bytes(at: data.lowerBound, count: count)
    guard var found = find(in: head, at: data.lowerBound, size: data.upperBound) else { return nil }
    found.junk = 0..<found.junk.upperBound
    return found
  }

  private init(_ bytes: [UInt8], _ first: Int, _ offset: Int64, _ size: Int64) {
    let position = offset + Int64(first)
    junk = offset..<position
    end = size
    declared = Self.declaredLength(in: bytes, first: first, bytesLeft: size - position)
  }

  private static func row(in bytes: [UInt8], from start: Int, isWhole: Bool) -> Bool {
    guard let first = MPEGFrame(bytes, at: start) else { return false }
    guard var step = first.length else { return false }
    var position = start
    for count in 1..<demandedFrames {
      position += step
      if isWhole, position >= bytes.count - 4 { return count > 1 || position <= bytes.count }
      guard let next = MPEGFrame(bytes, at: position), next.continues(first), let length = next.length else {
        // ID3v1, APEv2 and Lyrics3 tags may follow the last frame.
        return isWhole && count > 1
      }
      step = length
    }
    return true
  }

  /// In a free-format stream all frames have the same length but for one byte or slot of padding. Looked for only right
  /// at the start: where the length is free, regular junk looks like frames.
  private static func freeFormatRow(in bytes: [UInt8], from start: Int) -> Bool {
    guard let first = MPEGFrame(bytes, at: start), first.length == nil else { return false }
    func frame(near position: Int) -> Int? {
      [position, position - 1, position + 1].first { index in
        guard let frame = MPEGFrame(bytes, at: index) else { return false }
        return frame.continues(first) && frame.length == nil
      }
    }
    var step = 32
    while step < 4_608, start + step + 4 <= bytes.count {
      if bytes[start + step] == 0xFF, let second = frame(near: start + step), let third = frame(near: second + step),
        frame(near: third + step) != nil
      {
        return true
      }
      step += 1
    }
    return false
  }

  private static func declaredLength(in bytes: [UInt8], first: Int, bytesLeft: Int64) -> DeclaredLength {
    guard let infoOffset = MPEGFrame(bytes, at: first)?.infoOffset else { return .missing }
    let start = first + infoOffset
    guard start + 16 <= bytes.count else { return .missing }
    let name = bytes[start..<start + 4]
    guard name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) else { return .missing }
    let fields = bytes[start + 7]
    guard fields & 1 != 0 else { return .missing }
    // Without a number of bytes there is nothing to check the number of frames against.
    guard fields & 2 != 0 else { return .missing }
    let declared = bytes[start + 12..<start + 16].reduce(0 as Int64) { $0 << 8 | Int64($1) }
    return declared <= bytesLeft ? .consistent : .tooLong
  }
}
