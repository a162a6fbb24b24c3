import AudioFiles
import Glibc
import LinuxSystem
import PlayerCore

/// Covers as files that other programs can show: one for each picture, however many tracks have it, in a folder that
/// does not grow for ever. For one thread; blocks on the disk. Several players may share the folder.
nonisolated struct CoverFiles {
  let folder: FilePath
  var mostFiles = 200
  var mostBytes: Int64 = 64 << 20

  /// The file with `picture` in it, made if there is none; nil if it cannot be made: then there is no cover to be seen.
  func file(of picture: Picture) -> FilePath? { file(of: picture.bytes, type: picture.mimeType) }

  /// The same for an image of this MIME type.
  func file(of bytes: [UInt8], type: String) -> FilePath? {
    let file = folder.appending(FilePath(Self.name(of: bytes, type: type)))
    if size(of: file) == Int64(bytes.count) {
      // What is used stays.
      _ = file.withCString { utimensat(AT_FDCWD, $0, nil, 0) }
      return file
    }
    do throws(SystemCallError) { try FileContents.write(bytes, to: file) } catch { return nil }
    makeRoom(keeping: file)
    return file
  }

  /// The name of the file: by its contents, and the number of their bytes.
  private static func name(of bytes: [UInt8], type: String) -> String {
    var hash = FNV1a()
    hash.add(bytes)
    let ending = type.split(separator: "/").last.map(String.init) ?? "image"
    return "\(String(hash.value, radix: 16))-\(bytes.count).\(ending == "jpeg" ? "jpg" : ending)"
  }

  private func size(of file: FilePath) -> Int64? {
    var status = stat()
    guard file.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Takes away what was used longest ago until the folder is within its limits.
  private func makeRoom(keeping new: FilePath) {
    var files: [(path: FilePath, used: timespec, bytes: Int64)] = []
    guard let stream = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { FilePath(bytes: Array($0.prefix { $0 != 0 })) }
      let path = folder.appending(name)
      var status = stat()
      guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append((path, status.st_mtim, Int64(status.st_size)))
    }
    files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
    var (count, bytes) = (files.count, files.reduce(0) { $0 + $1.bytes })
    for file in files where file.path != new && (count > mostFiles || bytes > mostBytes) {
      _ = file.path.withCString { unlink($0) }
      count -= 1
      bytes -= file.bytes
    }
  }
}
