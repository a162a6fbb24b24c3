internal import AudioEngine
internal import CAVLazy

/// An open libav decoder with the packet that goes in and the frame that comes out.
struct AVCodecHandle: ~Copyable {
  /// What came out.
  let frame: UnsafeMutablePointer<AVFrame>
  /// What goes in.
  let packet: UnsafeMutablePointer<AVPacket>

  private let av: AVFunctions
  private let raw: UnsafeMutablePointer<AVCodecContext>

  /// Opens the decoder for `stream`, a stream of `codec`.
  init(
    for stream: UnsafeMutablePointer<AVStream>, codec: AVCodecFacts, functions av: AVFunctions
  ) throws(DecodeError) {
    let parameters = stream.pointee.codecpar!
    guard let decoder = av.pointee.avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw DecodeError("\(codec.name): FFmpeg's libraries here were built without it")
    }
    var raw = av.pointee.avcodec_alloc_context3(decoder)
    var packet = av.pointee.av_packet_alloc()
    var frame = av.pointee.av_frame_alloc()
    var code: Int32 = -1
    if raw != nil, packet != nil, frame != nil {
      // Without it libav cannot trim what encoders put before and behind the sound.
      raw!.pointee.pkt_timebase = stream.pointee.time_base
      raw!.pointee.thread_count = 1
      code = av.pointee.avcodec_parameters_to_context(raw, parameters)
      if code >= 0 { code = av.pointee.avcodec_open2(raw, decoder, nil) }
    }
    guard code >= 0, let context = raw, let emptyPacket = packet, let emptyFrame = frame else {
      av.pointee.avcodec_free_context(&raw)
      av.pointee.av_packet_free(&packet)
      av.pointee.av_frame_free(&frame)
      throw DecodeError("\(codec.name): the file is damaged, or of a kind that cannot be decoded")
    }
    self.av = av
    self.raw = context
    self.packet = emptyPacket
    self.frame = emptyFrame
  }

  deinit {
    var raw: UnsafeMutablePointer<AVCodecContext>? = raw
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av.pointee.avcodec_free_context(&raw)
    av.pointee.av_packet_free(&packet)
    av.pointee.av_frame_free(&frame)
  }

  /// The bits of a sample before encoding; nil where the file does not say.
  var bitsPerSample: Int? {
    let bits = [raw.pointee.bits_per_raw_sample, raw.pointee.bits_per_coded_sample].first { $0 > 0 }
    return bits.map { Int($0) }
  }

  /// Hands over `packet`, and empties it.
  func send() -> Int32 {
    let code = av.pointee.avcodec_send_packet(raw, packet)
    av.pointee.av_packet_unref(packet)
    return code
  }

  /// Empties `packet`.
  func dropPacket() { av.pointee.av_packet_unref(packet) }

  /// Frames at the end of `packet` that are the encoder's padding, and that libav leaves out.
  var paddingInPacket: Int64 {
    var size = 0
    let data = av.pointee.av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size)
    guard let data, size >= 8 else { return 0 }
    // The second of two little-endian numbers.
    return (0..<4).reduce(0) { $0 | Int64(data[4 + $1]) << (8 * $1) }
  }

  /// Whether libav found `packet` incomplete.
  var isPacketCorrupt: Bool { packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// Frames in `packet`, which is one of Opus.
  var opusFramesInPacket: Int64 {
    guard let data = packet.pointee.data else { return 0 }
    return OpusStart.packetDuration(
      Array(UnsafeBufferPointer(start: data, count: min(Int(packet.pointee.size), 2)))[...])
  }

  /// Says that no packet follows.
  func sendEnd() { _ = av.pointee.avcodec_send_packet(raw, nil) }

  /// Takes the next frame into `frame`: libav's code.
  func receive() -> Int32 { av.pointee.avcodec_receive_frame(raw, frame) }

  /// Forgets what was sent: the next packet is from another place.
  func flush() { av.pointee.avcodec_flush_buffers(raw) }
}
