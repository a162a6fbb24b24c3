internal import AudioEngine
internal import PlayerCore

/// What the boxes of an MP4 file say of its first track with sound (ISO 14496-12, 8.4.2 and 12.2.3), where that is AAC
/// or ALAC.
struct MP4Header {
  let sound: SoundHeader

  /// Reads `file`; nil where there is no such track.
  init?(of file: borrowing OpenFile) {
    guard let movie = MP4Boxes.find(["moov"], in: 0..<file.size, of: file) else { return nil }
    for track in MP4Boxes(in: movie, of: file).all("trak") {
      guard let media = MP4Boxes.find(["mdia"], in: track, of: file) else { continue }
      let boxes = MP4Boxes(in: media, of: file)
      guard let handler = Self.bytes(boxes.all("hdlr").first, 12, of: file), handler[8...].elementsEqual("soun".utf8),
        let head = boxes.all("mdhd").first, head.count >= 24,
        let information = boxes.all("minf").first,
        let description = Self.bytes(MP4Boxes.find(["stbl", "stsd"], in: information, of: file), 44, of: file)
      else { continue }
      guard let times = MP4EditList.times("mdhd", in: media, of: file),
        let sound = Self.sound(description: description, times)
      else { return nil }
      self.sound = sound
      return
    }
    return nil
  }

  /// - Parameter description: the sample description box, whose first entry is at byte 8. Of AAC its channels are what
  ///   most writers put there, two; how many there are only the decoder's configuration would tell.
  private static func sound(
    description: [UInt8], _ times: (scale: Int64, duration: Int64)
  ) -> SoundHeader? {
    let codec: String
    switch String(decoding: description[12..<16], as: UTF8.self) {
    case "mp4a": codec = "AAC"
    case "alac": codec = "ALAC"
    default: return nil
    }
    func number(_ range: Range<Int>) -> Int64 { Int64(bigEndian: description[range]) }
    // The entry's rate has 16 bits and a fraction; a higher one is 0 there, and is the track's time scale as a rule.
    let named = number(40..<42)
    let rate = named > 0 ? named : times.scale
    guard
      let format = try? BelievableFormat.format(
        rate: Int(rate), channels: Int(number(32..<34)),
        encoding: codec == "AAC" ? .lossy(codec) : .integer(bits: Int(number(34..<36))))
    else { return nil }
    let frames = Int64(clamping: Int128(times.duration) * Int128(rate) / Int128(times.scale))
    return SoundHeader(codec: codec, format: format, length: BelievableFormat.length(frames))
  }

  /// The first `count` bytes of the box at `place`; nil where it has fewer.
  private static func bytes(_ place: Range<Int64>?, _ count: Int, of file: borrowing OpenFile) -> [UInt8]? {
    guard let place, place.count >= count, let bytes = try? file.bytes(at: place.lowerBound, count: count),
      bytes.count == count
    else { return nil }
    return bytes
  }
}
