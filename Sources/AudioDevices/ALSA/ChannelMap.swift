internal import CAlsa
internal import Glibc
internal import PlayerCore

/// Which loudspeaker each channel of an opened PCM is for (alsa-lib's channel mapping interface).
extension PCMHandle {
  /// Agrees with the PCM, which is set up with `channels` channels, on what they are for: if it can be told, on the
  /// order of `layout`, so that nothing needs to be moved. Otherwise it is what the PCM says, or ALSA's usual order.
  func agreeOnChannelMap(for layout: ChannelLayout, channels: Int) -> [Speaker?] {
    let usual = Self.usualMap(channels: channels)
    guard let current = currentMap(), current.count == channels else { return usual }
    let wanted = layout.speakers
    if wanted.count == channels, current != wanted, let other = offeredMap(for: wanted), set(other) {
      return currentMap() ?? usual
    }
    return current.allSatisfy { $0 == nil } ? usual : current
  }

  /// The order of ALSA's `surround51` and the like, which drivers without maps follow.
  static func usualMap(channels: Int) -> [Speaker?] {
    if channels == 1 { return [.frontCentre] }
    let order: [Speaker] = [
      .frontLeft, .frontRight, .backLeft, .backRight, .frontCentre, .lowFrequency, .sideLeft, .sideRight,
    ]
    // Three are two and a centre; of what is beyond eight nothing is known.
    let known = channels == 3 ? [.frontLeft, .frontRight, .frontCentre] : Array(order.prefix(channels))
    return known + [Speaker?](repeating: nil, count: max(channels - known.count, 0))
  }

  private func currentMap() -> [Speaker?]? {
    guard let map = snd_pcm_get_chmap(pointer) else { return nil }
    defer { free(map) }
    return positions(of: map).map(Speaker.init(position:))
  }

  /// The positions to ask for so that the PCM plays the loudspeakers `wanted`: in this order where it allows any, in
  /// its own if that has them all; nil where it has no such map.
  private func offeredMap(for wanted: [Speaker?]) -> [UInt32]? {
    guard let queries = snd_pcm_query_chmaps(pointer) else { return nil }
    defer { snd_pcm_free_chmaps(queries) }
    var offered: [UInt32]?
    var place = queries
    while let query = place.pointee {
      // The map lies behind the query's type, and Swift cannot name its last member, which has no length of its own.
      let map = UnsafeMutableRawPointer(query).advanced(by: MemoryLayout<UInt32>.size)
      let offer = positions(of: map.assumingMemoryBound(to: snd_pcm_chmap_t.self))
      let speakers = offer.map(Speaker.init(position:))
      if Set(speakers) == Set(wanted), speakers.count == wanted.count {
        if query.pointee.type == SND_CHMAP_TYPE_VAR {
          return wanted.compactMap { speaker in speakers.firstIndex(of: speaker).map { offer[$0] } }
        }
        if offered == nil || speakers == wanted { offered = offer }
      }
      place += 1
    }
    return offered
  }

  private func set(_ positions: [UInt32]) -> Bool {
    let words = [UInt32(positions.count)] + positions
    return words.withUnsafeBytes {
      snd_pcm_set_chmap(pointer, $0.baseAddress!.assumingMemoryBound(to: snd_pcm_chmap_t.self)) >= 0
    }
  }

  private func positions(of map: UnsafeMutablePointer<snd_pcm_chmap_t>) -> [UInt32] {
    let words = UnsafeRawPointer(map).assumingMemoryBound(to: UInt32.self)
    return (0..<Int(words[0])).map { words[1 + $0] & UInt32(SND_CHMAP_POSITION_MASK) }
  }
}

extension Speaker {
  /// The loudspeaker of one of ALSA's positions; nil for those without a name in WAV files.
  init?(position: UInt32) {
    let names: [(snd_pcm_chmap_position, Speaker)] = [
      (SND_CHMAP_MONO, .frontCentre), (SND_CHMAP_FL, .frontLeft), (SND_CHMAP_FR, .frontRight),
      (SND_CHMAP_RL, .backLeft), (SND_CHMAP_RR, .backRight), (SND_CHMAP_FC, .frontCentre),
      (SND_CHMAP_LFE, .lowFrequency), (SND_CHMAP_SL, .sideLeft), (SND_CHMAP_SR, .sideRight),
      (SND_CHMAP_RC, .backCentre), (SND_CHMAP_FLC, .frontLeftOfCentre), (SND_CHMAP_FRC, .frontRightOfCentre),
      (SND_CHMAP_TC, .topCentre), (SND_CHMAP_TFL, .topFrontLeft), (SND_CHMAP_TFR, .topFrontRight),
      (SND_CHMAP_TFC, .topFrontCentre), (SND_CHMAP_TRL, .topBackLeft), (SND_CHMAP_TRR, .topBackRight),
      (SND_CHMAP_TRC, .topBackCentre),
    ]
    guard let speaker = names.first(where: { $0.0.rawValue == position })?.1 else { return nil }
    self = speaker
  }
}
