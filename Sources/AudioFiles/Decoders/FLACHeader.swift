internal import AudioEngine
internal import PlayerCore

/// What a FLAC file says of itself (RFC 9639), and what it does not: how long it is, and where its format changes.
struct FLACHeader {
  /// Frames a second.
  let rate: Int
  /// Samples in a frame.
  let channels: Int
  /// Bits of a sample.
  let bits: Int
  /// The fewest and the most frames in a block; the last one may have fewer.
  let blockSizes: ClosedRange<Int>
  /// The frames up to the end, or to where they have another rate or other channels than the header says; nil where the
  /// header names a length, which is then taken as it is: only recorded streams have none, and only streams change.
  let counted: FLACFrameScan?
  /// The frames that are played.
  let length: FrameCount

  /// Reads the STREAMINFO block behind the marker at `start`.
  ///
  /// - Throws: when it is damaged.
  init(of file: borrowing OpenFile, start: Int64) throws(DecodeError) {
    let bytes = try file.bytes(at: start + 4, count: 38)
    guard bytes.count == 38, bytes[0] & 0x7F == 0, bytes[1...3].elementsEqual([0, 0, 34] as [UInt8]) else {
      throw DecodeError("a FLAC file whose header is damaged")
    }
    let word = bytes[14..<22].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    rate = Int(word >> 44)
    channels = Int(word >> 41 & 7) + 1
    bits = Int(word >> 36 & 31) + 1
    let smallest = Int(bytes[4]) << 8 | Int(bytes[5])
    let largest = Int(bytes[6]) << 8 | Int(bytes[7])
    guard rate > 0 else { throw DecodeError("a FLAC file whose header is damaged") }
    blockSizes = smallest...max(smallest, largest)
    let named = Int64(word & 0xF_FFFF_FFFF)
    counted = named > 0 ? nil : try FLACFrameScan(of: file, start: start, rate: rate, channels: channels)
    length = counted?.length ?? FrameCount(named)
  }
}

/// A walk over the frame headers of a FLAC file, without decoding.
struct FLACFrameScan {
  /// The frames of the first format.
  private(set) var length = FrameCount.zero
  /// Whether frames of another format follow them.
  private(set) var formatChanges = false

  private let rate: Int
  private let channels: Int
  private var nextNumber: UInt64 = 0

  private static let blockSize = 256 * 1_024
  private static let longestHeader = 16

  /// Walks over `file` from its marker at `start` on, whose header names `rate` and
  /// `channels`, until the format changes.
  init(of file: borrowing OpenFile, start: Int64, rate: Int, channels: Int) throws(DecodeError) {
    self.rate = rate
    self.channels = channels
    var offset = start
    while offset < file.size, !formatChanges {
      let bytes = try file.bytes(at: offset, count: Self.blockSize)
      let isLast = offset + Int64(bytes.count) >= file.size
      let end = isLast ? bytes.count : bytes.count - Self.longestHeader
      look(at: bytes, before: end)
      if isLast || end <= 0 { break }
      offset += Int64(end)
    }
  }

  private mutating func look(at bytes: [UInt8], before end: Int) {
    var index = 0
    while index < end - 5, !formatChanges {
      if bytes[index] == 0xFF, bytes[index + 1] & 0xFE == 0xF8, let header = FrameHeader(bytes[index...]) {
        take(header)
      }
      index += 1
    }
  }

  /// Chance makes a header with a right checksum now and then, but not one with the right number.
  private mutating func take(_ header: FrameHeader) {
    guard header.number == (header.countsSamples ? UInt64(length.value) : nextNumber) || header.number == 0 else {
      return
    }
    if header.channels != channels || header.rate != nil && header.rate != rate {
      formatChanges = true
      return
    }
    length.value += Int64(header.blockSize)
    nextNumber = header.number + 1
  }

  private struct FrameHeader {
    let countsSamples: Bool
    let number: UInt64
    let blockSize: Int
    /// nil: as the file's header says.
    let rate: Int?
    let channels: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      let start = bytes.startIndex
      guard bytes.count > 6, bytes[start + 3] & 1 == 0 else { return nil }
      let sizeCode = bytes[start + 2] >> 4
      let rateCode = Int(bytes[start + 2] & 15)
      let channelCode = Int(bytes[start + 3] >> 4)
      guard sizeCode != 0, rateCode != 15, channelCode < 11 else { return nil }
      var index = start + 4
      guard let number = Self.codedNumber(bytes, &index) else { return nil }
      func value(_ count: Int) -> Int? {
        guard index + count < bytes.endIndex else { return nil }
        defer { index += count }
        return bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
      }
      switch sizeCode {
      case 1: blockSize = 192
      case 2...5: blockSize = 576 << Int(sizeCode - 2)
      case 6, 7:
        guard let size = value(sizeCode == 6 ? 1 : 2) else { return nil }
        blockSize = size + 1
      default: blockSize = 256 << Int(sizeCode - 8)
      }
      if rateCode >= 12 {
        guard let coded = value(rateCode == 12 ? 1 : 2) else { return nil }
        rate = rateCode == 12 ? coded * 1_000 : rateCode == 13 ? coded : coded * 10
      } else {
        rate = Self.rates[rateCode]
      }
      guard index < bytes.endIndex, Self.checksum(bytes[start..<index]) == bytes[index] else { return nil }
      countsSamples = bytes[start + 1] & 1 != 0
      self.number = number
      channels = channelCode < 8 ? channelCode + 1 : 2
    }

    private static let rates: [Int?] = [
      nil, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
    ]

    /// A number coded as UTF-8 would be, of up to seven bytes.
    private static func codedNumber(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> UInt64? {
      let lead = bytes[index]
      let ones = (~lead).leadingZeroBitCount
      guard ones != 1, ones < 8, index + max(ones, 1) <= bytes.endIndex else { return nil }
      index += 1
      if ones == 0 { return UInt64(lead) }
      var number = UInt64(lead) & (0x7F >> UInt64(ones))
      for _ in 1..<ones {
        guard bytes[index] & 0xC0 == 0x80 else { return nil }
        number = number << 6 | UInt64(bytes[index] & 0x3F)
        index += 1
      }
      return number
    }

    /// CRC-8 with the polynomial x⁸ + x² + x + 1.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
      bytes.reduce(0 as UInt8) { sum, byte in
        var sum = sum ^ byte
        for _ in 0..<8 { sum = sum & 0x80 != 0 ? sum << 1 ^ 7 : sum << 1 }
        return sum
      }
    }
  }
}
