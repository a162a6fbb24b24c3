internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// A new folder for all that a measurement needs, removed with everything in it when this goes.
final class WorkFolder {
  let path: String

  init() throws(BenchError) {
    var template = Array("/tmp/cans-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchError("no folder can be made in /tmp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The path of `name` in it, which need not exist.
  func place(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders above it, and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws(SystemCallError) -> String {
    let place = place(name)
    try FileContents.write(Array(text.utf8), to: FilePath(bytes: Array(place.utf8)))
    return place
  }

  /// Removes a file, or a folder with what is in it; links are not followed.
  private static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
