internal import AudioEngine
internal import PlayerCore

/// What the first frame of MPEG audio says of all of it: its own header, and a Xing, Info or VBRI header in it.
struct MPEGHeader {
  let sound: SoundHeader

  /// Enough for a frame of any kind with what encoders write into the first one.
  private static let headSize = 4_096

  /// Reads the frame at which the sound of `file` was found to start.
  init(of file: borrowing OpenFile, start: MPEGStart) throws(DecodeError) {
    let first = start.junk.upperBound
    let head = try file.bytes(at: first, count: Self.headSize)
    // Zeros may precede the first frame.
    guard let place = head.firstIndex(where: { $0 != 0 }), let frame = MPEGFrame(head, at: place) else {
      throw DecodeError("the file is damaged: none of its sound can be decoded")
    }
    let layer = 4 - Int(head[place + 1] >> 1 & 3)
    let format = try BelievableFormat.format(
      rate: frame.rate, channels: frame.channels, encoding: .lossy("MP\(layer)"))
    let frames = Self.declared(in: head, place: place, frame) ?? Self.estimate(frame, bytes: start.end - first)
    sound = SoundHeader(codec: "MP\(layer)", format: format, length: frames.flatMap(BelievableFormat.length))
  }

  /// What a Xing or Info header says, less what the encoder has added at both ends, or a VBRI header.
  private static func declared(in head: [UInt8], place: Int, _ frame: MPEGFrame) -> Int64? {
    func number(_ start: Int, _ count: Int) -> Int64? {
      start + count <= head.count ? Int64(bigEndian: head[start..<start + count]) : nil
    }
    if let offset = frame.infoOffset, let fields = number(place + offset + 4, 4), fields & 1 != 0 {
      let info = place + offset
      let name = head[info..<info + 4]
      if name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8), let count = number(info + 8, 4) {
        // What LAME and others put behind it begins after the fields that are there.
        let sizes = [4, 4, 100, 4].enumerated().reduce(8) {
          $0 + (fields >> Int64($1.offset) & 1 != 0 ? $1.element : 0)
        }
        let tail = info + sizes
        let padding = number(tail + 21, 3).map { ($0 >> 12) + ($0 & 0xFFF) } ?? 0
        let all = count * Int64(frame.samples)
        return head.dropFirst(tail).first.map { $0 != 0 } == true && padding < all ? all - padding : all
      }
    }
    let vbri = place + 4 + 32
    guard head.dropFirst(vbri).starts(with: "VBRI".utf8) else { return nil }
    return number(vbri + 14, 4).map { $0 * Int64(frame.samples) }
  }

  /// As many frames as fit if all are as long as this one.
  private static func estimate(_ frame: MPEGFrame, bytes: Int64) -> Int64? {
    frame.length.map { bytes / Int64(max($0, 1)) * Int64(frame.samples) }
  }
}
