internal import AudioEngine
internal import PlayerCore

extension Decoder {
  /// Decodes and drops `count` frames, fewer only at the end: for targets to which a library's own seek does not lead.
  func discard(_ count: FrameCount) throws(DecodeError) {
    let chunk = 4_096
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: chunk * format.channels)
    defer { scratch.deallocate() }
    var left = Int(count.value)
    while left > 0 {
      let read = try read(into: scratch, frames: min(chunk, left))
      if read == 0 { return }
      left -= read
    }
  }
}
