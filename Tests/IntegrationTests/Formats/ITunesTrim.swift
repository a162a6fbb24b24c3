/// Makes of an MP4 file that says in an edit list how much of it is music one that says so as iTunes does: in the
/// freeform tag iTunSMPB, with whole AAC frames and no edit list.
///
/// ISO/IEC 14496-12 for the boxes; the tag holds twelve hexadecimal words, of which the second to the fourth are the
/// frames to skip at the start, those to drop at the end, and those that remain.
enum ITunesTrim {
  private static let frame = 1_024
  /// FFmpeg's AAC encoder is late by one frame.
  private static let delay = frame

  static func revise(_ bytes: inout [UInt8], frames: Int) throws {
    var file = BoxFile(bytes: bytes)
    try file.rename(["moov", "trak", "edts"], to: "free")
    let packets = try file.makeLastSampleWhole(frame)
    let padding = packets * frame - delay - frames
    let words = [0, delay, padding].map { hex($0, digits: 8) } + [hex(frames, digits: 16)]
    let rest = Array(repeating: hex(0, digits: 8), count: 8)
    let text = (words + rest).reduce("") { $0 + " " + $1 }
    let tag =
      box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8)) + box("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8))
      + box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
    // The index stands behind the sound, so nothing that it points to moves when it grows.
    try file.append(box("----", tag), to: ["moov", "udta", "meta", "ilst"])
    bytes = file.bytes
  }

  private static func hex(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }

  private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    BoxFile.number(contents.count + 8) + Array(type.utf8) + contents
  }
}

/// An MP4 file as its boxes.
private struct BoxFile {
  private(set) var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func rename(_ path: [String], to type: String) throws {
    let start = try offsets(path).last!
    bytes.replaceSubrange(start + 4..<start + 8, with: type.utf8)
  }

  /// Appends to a box, which makes all around it longer.
  mutating func append(_ contents: [UInt8], to path: [String]) throws {
    let around = try offsets(path)
    let end = around.last! + number(at: around.last!)
    for start in around { setNumber(number(at: start) + contents.count, at: start) }
    bytes.insert(contentsOf: contents, at: end)
  }

  /// Gives the last sample as many frames as all others have, and returns how many samples there are.
  mutating func makeLastSampleWhole(_ frames: Int) throws -> Int {
    // A count of runs, and for each the number of samples and how long each lasts.
    let start = try offsets(["moov", "trak", "mdia", "minf", "stbl", "stts"]).last! + 12
    let runs = (0..<number(at: start)).map { start + 4 + 8 * $0 }
    if let last = runs.last { setNumber(frames, at: last + 4) }
    return runs.reduce(0) { $0 + number(at: $1) }
  }

  /// Where the boxes of `path` begin, each within the one before.
  private func offsets(_ path: [String]) throws -> [Int] {
    var offsets: [Int] = []
    var range = bytes.indices
    for type in path {
      var next = range.lowerBound
      while next + 8 <= range.upperBound, !bytes[(next + 4)...].starts(with: type.utf8) {
        next += max(8, number(at: next))
      }
      guard next + 8 <= range.upperBound else { throw RunError("the file has no \(path.joined(separator: "."))") }
      offsets.append(next)
      // Before its boxes, meta has a version.
      range = next + (type == "meta" ? 12 : 8)..<next + number(at: next)
    }
    return offsets
  }

  private func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
  private mutating func setNumber(_ number: Int, at offset: Int) {
    bytes.replaceSubrange(offset..<offset + 4, with: Self.number(number))
  }
  static func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
