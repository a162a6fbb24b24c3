import Glibc
import PlayerCore

/// A folder that goes away with its owner.
final class TemporaryFolder {
  let path: FilePath

  init() {
    var template = Array("/tmp/cans-files-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "cannot make a temporary folder")
    path = FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  deinit { Self.remove(path) }

  /// The path of `name` in the folder.
  subscript(name: String) -> FilePath { path.appending(FilePath(name)) }

  /// Makes a folder, and those above it.
  @discardableResult
  func makeFolder(_ name: String) -> FilePath {
    var made = path
    for part in name.split(separator: "/") {
      made = made.appending(FilePath(String(part)))
      _ = made.withCString { mkdir($0, 0o755) }
    }
    return made
  }

  /// Writes a file, and makes the folders above it.
  @discardableResult
  func write(_ bytes: [UInt8], to name: FilePath) -> FilePath {
    if name.bytes.contains(UInt8(ascii: "/")) { makeFolder(name.folder.text) }
    let file = path.appending(name)
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    precondition(descriptor >= 0, "cannot write \(file.text)")
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0, "cannot write \(file.text)")
      written += count
    }
    return file
  }

  /// Writes a file of text.
  @discardableResult
  func write(_ text: String, to name: String) -> FilePath { write(Array(text.utf8), to: FilePath(name)) }

  private static func remove(_ path: FilePath) {
    guard let stream = path.withCString({ opendir($0) }) else {
      _ = path.withCString { unlink($0) }
      return
    }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      let member = path.appending(FilePath(bytes: name))
      if entry.pointee.d_type == UInt8(DT_DIR) { remove(member) } else { _ = member.withCString { unlink($0) } }
    }
    closedir(stream)
    _ = path.withCString { rmdir($0) }
  }
}

/// A WAV file of whole numbers.
func wav(_ samples: [Int32], bits: Int, rate: Int = 44_100, channels: Int = 1) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let data = samples.flatMap { little(Int($0), bits / 8) }
  var bytes = Array("RIFF".utf8)
  bytes += little(36 + data.count, 4)
  bytes += Array("WAVEfmt ".utf8)
  bytes += little(16, 4) + little(1, 2) + little(channels, 2) + little(rate, 4)
  bytes += little(rate * channels * bits / 8, 4) + little(channels * bits / 8, 2) + little(bits, 2)
  bytes += Array("data".utf8)
  bytes += little(data.count, 4)
  return bytes + data
}

/// A WAV file of floating-point numbers.
func floatWAV(_ samples: [Float]) -> [UInt8] {
  var bytes = wav(samples.map { Int32(bitPattern: $0.bitPattern) }, bits: 32)
  bytes[20] = 3
  return bytes
}
