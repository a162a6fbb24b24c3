internal import AudioEngine
internal import PlayerCore

/// Picks the decoder that is exact for the contents of a file; the article Decoders has the table.
struct DecoderChoice {
  let path: FilePath
  /// FFmpeg's libraries, loaded only where they are needed.
  let libraries: () -> AVLibraries

  /// Opens the file.
  func open() throws(DecodeError) -> any Decoder {
    let file = try OpenFile(path)
    let kind = try SoundKind(of: file)
    guard kind.isOgg else { return try open(kind, file) }
    let links = try OggLinks(of: file).ranges
    guard links.count > 1 else { return try open(kind, file) }
    // libvorbisfile plays links of one format by itself.
    if kind == .vorbis, let whole = try? VorbisDecoder(FileWindow(file)), !whole.formatChanges { return whole }
    return try ChainedDecoder(count: links.count) { index throws(DecodeError) in
      let file = try OpenFile(path)
      let range = links[index]
      let kind = try OggStart(file.bytes(at: range.lowerBound, count: 16 * 1_024)).kind()
      return try open(kind, file, in: range)
    }
  }

  /// Opens what lies in `range` of `file`, which is of `kind`; where the first choice refuses it, with the second.
  private func open(
    _ kind: SoundKind, _ file: consuming OpenFile, in range: Range<Int64>? = nil
  ) throws(DecodeError) -> any Decoder {
    let range = range ?? kind.start..<file.size
    do throws(DecodeError) { return try firstChoice(kind, file, range) } catch {
      guard let demuxer = kind.secondChoice, let again = try? OpenFile(path),
        let decoder = try? AVDecoder(Self.window(again, range), demuxer: demuxer, libraries: libraries())
      else { throw error }
      return decoder
    }
  }

  private func firstChoice(
    _ kind: SoundKind, _ file: consuming OpenFile, _ range: Range<Int64>
  ) throws(DecodeError) -> any Decoder {
    switch kind {
    // libsndfile seeks wrongly behind an ID3 tag, so it is not shown one.
    case .pcm: return try SndfileDecoder(Self.window(file, range))
    case .flac(let start):
      let header = try FLACHeader(of: file, start: start)
      return try FLACDecoder(Self.window(file, range), header)
    case .opus(let family):
      // libsndfile seeks some of the files that do not start at zero wrongly, by as much as they are off.
      let startsLate = try OpusStart(of: file, from: range.lowerBound).offset > 0
      let window = Self.window(file, range)
      return try SndfileDecoder(window, order: family == 1 ? .asInVorbis : .asInWAV, seeksWrongly: startsLate)
    case .vorbis: return try VorbisDecoder(Self.window(file, range))
    case .mpeg(let start): return try Mpg123Decoder(file, start: start)
    case .libav(let demuxer, _):
      return try AVDecoder(Self.window(file, range), demuxer: demuxer, libraries: libraries())
    }
  }

  private static func window(_ file: consuming OpenFile, _ range: Range<Int64>) -> FileWindow {
    FileWindow(file, without: 0..<range.lowerBound, upTo: range.upperBound)
  }
}

extension SoundKind {
  fileprivate var isOgg: Bool {
    switch self {
    case .vorbis, .opus, .libav(.ogg, _): true
    default: false
    }
  }

  /// Where the sound starts, behind tags.
  fileprivate var start: Int64 {
    switch self {
    case .pcm(let start, _), .flac(let start), .libav(_, let start): start
    case .opus, .vorbis, .mpeg: 0
    }
  }

  /// What libav can try where the library of the first choice refuses the file: Ogg with other streams between the
  /// pages, and rare codecs in WAV, AIFF and CAF.
  fileprivate var secondChoice: AVDemuxer? {
    switch self {
    case .pcm(_, let demuxer): demuxer
    case .opus, .vorbis: .ogg
    case .flac, .mpeg, .libav: nil
    }
  }
}
