internal import CComposer

/// An open file of libsndfile's, closed when it goes out of scope.
struct AudioFile: ~Copyable {
  private let handle: OpaquePointer
  private let path: String

  /// Opens a file for reading.
  init(reading path: String) throws(ComposerError) {
    var info = SF_INFO()
    guard let handle = sf_open(path, Int32(SFM_READ), &info) else { throw Self.failure(path, nil) }
    guard info.channels == 2, Double(info.samplerate) == sampleRate else {
      sf_close(handle)
      throw ComposerError(description: "\(path): not stereo at \(Int(sampleRate)) Hz")
    }
    self.handle = handle
    self.path = path
  }

  /// Creates a stereo file: FLAC, 16 bit and packed as tightly as it can be, or Ogg Vorbis where the name says so.
  init(creating path: String) throws(ComposerError) {
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = 2
    let isVorbis = path.hasSuffix(".ogg")
    info.format = Int32(isVorbis ? SF_FORMAT_OGG | SF_FORMAT_VORBIS : SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    guard let handle = sf_open(path, Int32(SFM_WRITE), &info) else { throw Self.failure(path, nil) }
    self.handle = handle
    self.path = path
    // For FLAC the effort, for Vorbis the loss: about 100 kbit/s.
    var level = isVorbis ? 0.65 : 1.0
    sf_command(handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
  }

  deinit { sf_close(handle) }

  /// Sets a tag; only before the first frame is written.
  func setTag(_ tag: Int, _ value: String) throws(ComposerError) {
    guard sf_set_string(handle, Int32(tag), value) == 0 else { throw Self.failure(path, handle) }
  }

  func write(_ samples: ArraySlice<Int16>) throws(ComposerError) {
    // In small helpings: libsndfile's Vorbis encoder keeps all of one call on the stack.
    var rest = samples
    while !rest.isEmpty {
      let helping = rest.prefix(8_192)
      let count = sf_count_t(helping.count / 2)
      let written = helping.withUnsafeBufferPointer { sf_writef_short(handle, $0.baseAddress, count) }
      guard written == count else { throw Self.failure(path, handle) }
      rest = rest.dropFirst(helping.count)
    }
  }

  /// Reads up to `frameCount` frames; fewer where the file ends.
  func read(frameCount: Int) throws(ComposerError) -> [Int16] {
    var samples = [Int16](repeating: 0, count: frameCount * 2)
    let count = samples.withUnsafeMutableBufferPointer {
      sf_readf_short(handle, $0.baseAddress, sf_count_t(frameCount))
    }
    guard sf_error(handle) == 0 else { throw Self.failure(path, handle) }
    samples.removeLast((frameCount - Int(count)) * 2)
    return samples
  }

  private static func failure(_ path: String, _ handle: OpaquePointer?) -> ComposerError {
    ComposerError(description: "\(path): \(String(cString: sf_strerror(handle)))")
  }
}
