import Glibc
import PlayerCore

/// A folder that goes away with its owner, with what is in it.
final class Folder {
  let path: FilePath

  init() {
    var template = Array("/tmp/cans-library-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "cannot make a temporary folder")
    path = FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  deinit {
    clear()
    rmdir(path.text)
  }

  /// The path of `name` in the folder.
  subscript(name: String) -> FilePath { path.appending(FilePath(name)) }

  /// Takes away everything in it.
  func clear() { for name in names { unlink(self[name].text) } }

  /// What is in it, sorted.
  var names: [String] {
    guard let stream = opendir(path.text) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The permissions of a file.
  func mode(of name: String) -> mode_t {
    var status = stat()
    return stat(self[name].text, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  /// The bytes of a file; none if it is not there.
  func bytes(of name: String) -> [UInt8] {
    guard let file = fopen(self[name].text, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// Makes `bytes` the contents of a file.
  func write(_ bytes: [UInt8], to name: String) {
    let file = fopen(self[name].text, "w")
    precondition(file != nil && fwrite(bytes, 1, bytes.count, file) == bytes.count, "cannot write \(name)")
    fclose(file)
  }
}
