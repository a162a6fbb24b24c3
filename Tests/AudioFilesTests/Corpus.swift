import AudioEngine
import AudioFiles
import Glibc
import PlayerCore
import Testing

/// A row of the corpus's MANIFEST.tsv.
struct CorpusFile: CustomTestStringConvertible, Sendable {
  let path: String
  let expect: String
  let codec: String
  let frames: [FrameCount]
  fileprivate let cells: [String: String]

  /// The cell in a column of the manifest.
  subscript(column: String) -> String { cells[column]! }

  /// The format of whole or floating-point numbers, a colon, and the MD5 of the samples; empty for lossy codecs.
  var digest: String { self["pcm_md5"] }

  /// What the manifest says of `name`.
  func fact(_ name: String) -> String? {
    guard let start = ("; " + self["other_facts"]).firstRange(of: "; \(name)=")?.upperBound else { return nil }
    let rest = ("; " + self["other_facts"])[start...]
    let end = rest.firstRange(of: #/; [a-z_]+=/#)?.lowerBound ?? rest.endIndex
    return String(rest[..<end].replacing("\\\\", with: "\\"))
  }

  var file: FilePath { FilePath(Corpus.folder! + "/" + path) }
  var testDescription: String { path }

  /// Whether the codec gives back the encoder's input bit by bit.
  var isLossless: Bool {
    codec.hasPrefix("pcm_") || codec.hasPrefix("adpcm") || ["flac", "alac", "wavpack", "tta", "ape"].contains(codec)
  }

  /// How far a count of frames may be off: one frame of a lossy codec.
  var tolerance: Int64 {
    switch codec {
    case "mp1": 384
    case "mp2", "mp3": 1_152
    case "vorbis": 2_048
    case "opus": 960
    case "aac": 1_024
    case "wmav2": 2_048
    case "speex": 640
    case "musepack7": 1_152
    default: 0
    }
  }

  func accepts(_ count: FrameCount) -> Bool {
    frames.contains { abs(($0 - count).value) <= tolerance }
  }
}

/// The corpus of awkward files, which CANS_CORPUS names.
enum Corpus {
  static let folder: String? = getenv("CANS_CORPUS").map { String(cString: $0) }

  /// Its rows; none without a corpus. A corpus that is named but cannot be read ends the run: it must not look like a
  /// success.
  static let files: [CorpusFile] = {
    guard let folder else {
      print("The corpus tests are skipped: CANS_CORPUS is not set.")
      return []
    }
    let lines = String(decoding: bytesOfFile(FilePath(folder + "/MANIFEST.tsv")), as: UTF8.self).split(separator: "\n")
    let names = lines[0].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return lines.dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let row = Dictionary(uniqueKeysWithValues: zip(names, cells))
      var counts = [row["frames_ffmpeg"]!, row["frames_ffmpeg8"]!].compactMap { Int64($0) }.filter { $0 > 0 }
      for entry in row["frames_other_decoders"]!.split(separator: ";") {
        let value = entry.split(separator: "=").last!.split(separator: "@").first!
        counts += Int64(value.trimmingSpaces()).map { [$0] } ?? []
      }
      return CorpusFile(
        path: row["path"]!, expect: row["expect"]!, codec: row["codec"]!, frames: counts.map { FrameCount($0) },
        cells: row)
    }
  }()

  /// The audio files among them.
  static let sounds = files.filter { file in
    let texts = ["parse", "show"]
    let isImage = [".png", ".jpg", ".gif", ".webp"].contains { file.path.hasSuffix($0) }
    return !texts.contains(file.expect) && !isImage
  }
}

extension String {
  /// The parts between `separator`; none of an empty string.
  func components(_ separator: String) -> [String] {
    isEmpty ? [] : split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring { drop { $0 == " " } }
}

/// The contents of a file that must be there.
func bytesOfFile(_ path: FilePath) -> [UInt8] {
  let descriptor = path.withCString { open($0, O_RDONLY) }
  precondition(descriptor >= 0, "cannot read \(path.text)")
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while case let count = read(descriptor, &block, block.count), count > 0 { bytes += block[..<count] }
  return bytes
}

/// What decoding a file to its end gave.
struct Decoded {
  var samples: [Float] = []
  var channels = 1
  var rate: Int32 = 0
  var declared: FrameCount?
  var error: DecodeError?

  var frames: FrameCount { FrameCount(samples.count / channels) }
  var isFinite: Bool { samples.allSatisfy(\.isFinite) }
}

/// Decodes `path` to the end, or to the first error.
func decode(_ path: FilePath, chunk: Int = 4_096) -> Decoded {
  var result = Decoded()
  do throws(DecodeError) {
    let decoder = try openDecoder(path)
    result.channels = decoder.format.channels
    result.rate = decoder.format.rate.hertz
    result.declared = decoder.length
    while true {
      let block = try decoder.block(of: chunk)
      if block.isEmpty { break }
      result.samples += block
    }
  } catch {
    result.error = error
  }
  return result
}

extension Decoder {
  /// The next frames, at most `frames`, as samples.
  func block(of frames: Int) throws(DecodeError) -> [Float] {
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: frames * format.channels)
    defer { buffer.deallocate() }
    let count = try read(into: buffer, frames: frames)
    return Array(UnsafeBufferPointer(start: buffer, count: count * format.channels))
  }

  /// Exactly `frames` frames, fewer only at the end.
  func frames(_ frames: Int) throws(DecodeError) -> [Float] {
    var samples: [Float] = []
    while samples.count < frames * format.channels {
      let block = try block(of: frames - samples.count / format.channels)
      if block.isEmpty { break }
      samples += block
    }
    return samples
  }
}
