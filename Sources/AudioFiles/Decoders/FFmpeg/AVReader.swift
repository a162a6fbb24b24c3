internal import AudioEngine
internal import CAVLazy
internal import PlayerCore

/// The decoded frames of a file's stream of sound, in the order of the file.
///
/// libav's frame is a block of many frames of sound; it is called a block here.
struct AVReader: ~Copyable {
  /// What reading a block came to.
  enum Outcome {
    /// A block; whether packets before it were damaged and are missing.
    case block(afterDamage: Bool)
    case end
    /// Nothing further can be decoded.
    case damage
  }

  let container: AVContainer
  let codec: AVCodecHandle
  /// What is known of the stream's codec.
  let facts: AVCodecFacts
  private var isDrained = false
  /// Packets that were decoded since the opening.
  private(set) var packets = 0

  /// Packets in a row without sound, damaged or empty, after which there is no more to be expected.
  private static let mostBarrenPackets = 1_000

  /// Opens the file in `source`.
  init(_ source: AVSource, demuxer: AVDemuxer, functions: AVFunctions) throws(DecodeError) {
    let container = try AVContainer(source, demuxer: demuxer, functions: functions)
    guard let facts = AVCodecFacts(container.stream.pointee.codecpar.pointee.codec_id) else {
      throw DecodeError("\(demuxer.name): sound of a kind that cans cannot decode")
    }
    codec = try AVCodecHandle(for: container.stream, codec: facts, functions: functions)
    self.facts = facts
    self.container = container
  }

  /// The block that was read last; empty before the first.
  var block: AVBlock { AVBlock(codec.frame) }

  /// Whether all packets are decoded to blocks of one length, as far as is known.
  var hasEqualBlocks: Bool { facts.hasEqualPackets || isOpus }

  /// Whether the codec is Opus, whose packets say how long they are.
  var isOpus: Bool { container.stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS }

  /// How the file keeps its samples; known from the first block on.
  var encoding: SampleEncoding {
    if !facts.isLossless { return .lossy(facts.name) }
    if let bits = block.floatBits { return .float(bits: bits) }
    return .integer(bits: codec.bitsPerSample ?? block.bits)
  }

  /// Reads the next block.
  mutating func next() -> Outcome {
    var barren = 0
    var isDamaged = false
    while barren < Self.mostBarrenPackets {
      let code = codec.receive()
      if code == 0, block.isPlausible { return .block(afterDamage: isDamaged) }
      if code == CAV_END || isDrained && code == CAV_TRY_AGAIN { return .end }
      if code != CAV_TRY_AGAIN { isDamaged = true }
      barren += 1
      if isDrained { continue }
      switch container.readPacket(into: codec.packet) {
      case .packet:
        packets += 1
        if codec.send() < 0 { isDamaged = true }
      case .end:
        codec.sendEnd()
        isDrained = true
      case .failure(let code):
        if code == CAV_STOP || container.source.window.failure != nil { return .damage }
        isDamaged = true
      }
    }
    return .damage
  }

  /// Goes to the last packet at or before `time`, in the stream's unit: whether that worked.
  mutating func seek(to time: Int64) -> Bool {
    guard container.seek(to: time) else { return false }
    codec.flush()
    isDrained = false
    return true
  }
}
