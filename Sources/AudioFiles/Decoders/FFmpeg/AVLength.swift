internal import AudioEngine
internal import CAVLazy
internal import PlayerCore

/// How many frames a file has, where that is certain before it is decoded.
enum AVLength {
  /// Larger files are not read from end to end for their length: films.
  private static let largestScan: Int64 = 256 << 20

  /// What the headers say, where it can be believed; `reader` has read the first block, which set `clock`.
  static func declared(in reader: borrowing AVReader, demuxer: AVDemuxer, clock: AVClock?) -> FrameCount? {
    guard let clock, clock.isExact else { return nil }
    let duration = reader.container.stream.pointee.duration
    guard duration != CAV_NO_TIME, duration > 0 else { return nil }
    // Musepack counts in blocks, the last of which is shorter; raw streams and compressed sound in WAV are
    // guessed at from their bit rate.
    let isGuess = demuxer == .musepack7 || !reader.facts.isLossless && [.adts, .wav, .wave64, .aiff].contains(demuxer)
    if isGuess || reader.facts.hasEqualPackets && demuxer != .mp4 { return nil }
    if demuxer == .caf { return CAFPacketTable(of: reader.container.source.window)?.length }
    if let last = reader.container.lastListedPacket, [.mp4, .monkeysAudio, .trueAudio].contains(demuxer) {
      if last.end > reader.container.source.window.size { return nil }
      // In a fragmented file the list grows while it is read.
      if demuxer == .mp4, (clock.frames(in: duration - last.time) ?? .max) > 65_536 { return nil }
    }
    // A recording that starts in the middle of a stream lacks what the first packets build on.
    if demuxer == .ogg, clock.startTime > 0 { return nil }
    guard demuxer == .mp4 else { return clock.frames(in: duration).flatMap(BelievableFormat.length) }
    if let count = iTunesCount(reader.container, clock: clock, duration: duration) {
      return BelievableFormat.length(count)
    }
    let stream = reader.container.stream.pointee
    let edited = MP4EditList(track: Int64(stream.id), of: reader.container.source.window)
      .flatMap { $0.mediaTimescale == Int64(stream.time_base.den) ? $0.exactDuration : nil }
    return clock.frames(in: edited ?? duration - clock.startTime).flatMap(BelievableFormat.length)
  }

  /// The number of frames without the encoder's delay and padding, by Apple's comment "iTunSMPB": hexadecimal
  /// numbers, the second of which is the delay, the third the padding, the fourth this count. nil where they
  /// do not add up to what is there.
  private static func iTunesCount(_ container: borrowing AVContainer, clock: AVClock, duration: Int64) -> Int64? {
    guard let text = container.metadata("iTunSMPB") else { return nil }
    let numbers = text.split(separator: " ").prefix(4).map { Int64($0, radix: 16) }
    guard numbers.count == 4, let delay = numbers[1], let padding = numbers[2], let count = numbers[3],
      let whole = clock.frames(in: duration), count > 0, count <= whole, delay < 65_536, padding < 65_536,
      delay + padding + count == whole
    else { return nil }
    return count
  }

  /// Counts by the packets, read to the end without decoding, which must be those from the start on; nil where
  /// packets do not tell. The first `packets` of them came to `frames` frames; further ones hold `packetFrames`
  /// each, if that is the same for all.
  static func counted(
    in reader: borrowing AVReader, demuxer: AVDemuxer, behind packets: Int, with frames: Int, packetFrames: Int
  ) -> FrameCount? {
    guard reader.hasEqualBlocks, [.adts, .ac3, .enhancedAC3, .matroska, .mp4].contains(demuxer),
      reader.container.source.window.size <= largestScan
    else { return nil }
    var count = Int64(frames)
    var index = 0
    while case .packet = reader.container.readPacket(into: reader.codec.packet) {
      if reader.codec.isPacketCorrupt { return nil }
      if index >= packets {
        count += (reader.isOpus ? reader.codec.opusFramesInPacket : Int64(packetFrames)) - reader.codec.paddingInPacket
      }
      index += 1
      reader.codec.dropPacket()
    }
    return BelievableFormat.length(count)
  }
}
