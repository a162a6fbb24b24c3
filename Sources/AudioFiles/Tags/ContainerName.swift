internal import PlayerCore

/// What surrounds the sound in a file, by its first bytes.
struct ContainerName {
  /// For people; nil if the bytes are of no kind known here.
  let text: String?

  /// Looks at the start of `file`, behind an ID3v2 tag.
  init(of file: borrowing OpenFile) {
    var start: Int64 = 0
    if let head = try? file.bytes(at: 0, count: 10), head.count == 10, head.starts(with: "ID3".utf8) {
      start = head[6...].reduce(0) { $0 << 7 | Int64($1 & 0x7F) } + 10
    }
    let head = (try? file.bytes(at: start, count: 16)) ?? []
    func has(_ magic: Magic) -> Bool { head.dropFirst(magic.offset).starts(with: magic.bytes) }
    text = Self.names.first { has($0.magic) && ($0.form.map(has) ?? true) }?.text
  }

  private struct Magic {
    let bytes: [UInt8]
    var offset = 0

    init(_ text: String, at offset: Int = 0) {
      bytes = Array(text.utf8)
      self.offset = offset
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  private struct Name {
    let text: String
    let magic: Magic
    /// What must stand elsewhere, too.
    var form: Magic?

    init(_ text: String, _ magic: Magic, _ form: Magic? = nil) {
      self.text = text
      self.magic = magic
      self.form = form
    }
  }

  private static let names = [
    Name("FLAC", Magic("fLaC")), Name("Ogg", Magic("OggS")),
    Name("WAV", Magic("RIFF"), Magic("WAVE", at: 8)), Name("WAV", Magic("RIFX"), Magic("WAVE", at: 8)),
    Name("RF64", Magic("RF64")), Name("W64", Magic("riff")), Name("CAF", Magic("caff")), Name("AU", Magic(".snd")),
    Name("AIFF", Magic("FORM"), Magic("AIF", at: 8)), Name("MP4", Magic("ftyp", at: 4)),
    Name("MP4", Magic("moov", at: 4)), Name("MP4", Magic("mdat", at: 4)),
    Name("Matroska", Magic([0x1A, 0x45, 0xDF, 0xA3])), Name("Windows Media", Magic([0x30, 0x26, 0xB2, 0x75])),
    Name("Monkey's Audio", Magic("MAC ")), Name("WavPack", Magic("wvpk")), Name("True Audio", Magic("TTA")),
    Name("Musepack", Magic("MPCK")), Name("Musepack", Magic("MP+")), Name("DSF", Magic("DSD ")),
    Name("DSDIFF", Magic("FRM8")), Name("TAK", Magic("tBaK")),
    Name("MPEG audio", Magic([0xFF, 0xFB])), Name("MPEG audio", Magic([0xFF, 0xFA])),
    Name("MPEG audio", Magic([0xFF, 0xF3])), Name("MPEG audio", Magic([0xFF, 0xF2])),
    Name("MPEG audio", Magic([0xFF, 0xFD])), Name("MPEG audio", Magic([0xFF, 0xFC])),
    Name("MPEG audio", Magic([0xFF, 0xE3])), Name("ADTS", Magic([0xFF, 0xF1])), Name("ADTS", Magic([0xFF, 0xF9])),
  ]
}
