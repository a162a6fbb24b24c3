internal import Glibc
internal import LinuxSystem
public import PlayerCore
internal import Synchronization

/// Counts the files that a scan will look at, on a thread of its own: names alone are read much faster than files, so
/// it soon is known how much is left.
public final class FileCount: Sendable {
  /// -1: not known yet.
  private let count = Atomic(-1)

  /// Begins to count the files in `folders` and below whose names are sound's by `isSound`; links are not followed.
  public init(in folders: [FilePath], isSound: @escaping @Sendable ([UInt8]) -> Bool) {
    _ = Thread(name: "count") { [self] in
      var total = 0
      var waiting = folders
      while let folder = waiting.popLast() { total += Self.count(in: folder, &waiting, isSound) }
      count.store(total, ordering: .relaxed)
    }
  }

  /// How many there are, as soon as that is known. May be asked on any thread.
  public var total: Int? {
    let count = count.load(ordering: .relaxed)
    return count < 0 ? nil : count
  }

  private static func count(in folder: FilePath, _ folders: inout [FilePath], _ isSound: ([UInt8]) -> Bool) -> Int {
    guard let stream = folder.withCString({ opendir($0) }) else { return 0 }
    defer { closedir(stream) }
    var count = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name.first != UInt8(ascii: ".") else { continue }
      switch Int(entry.pointee.d_type) {
      case Int(DT_DIR): folders.append(folder.appending(FilePath(bytes: name)))
      case Int(DT_REG): if isSound(name) { count += 1 }
      default: break
      }
    }
    return count
  }
}
