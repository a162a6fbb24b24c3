import Glibc
import PlayerCore

/// Folders in folders until the paths are longer than any system call takes; goes away with its owner.
final class DeepTree {
  /// The outermost folder.
  let top: FilePath
  /// The files, from the outermost to the innermost: one in every fiftieth folder.
  private(set) var songs: [FilePath] = []

  private static let name = "a folder in a folder"
  private let depth: Int

  /// Makes `depth` folders, each in the one before, in `folder`.
  init(of depth: Int, in folder: FilePath) {
    self.depth = depth
    top = folder.appending(FilePath(Self.name))
    var path = folder
    var descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY) }
    for level in 1...depth {
      precondition(mkdirat(descriptor, Self.name, 0o755) == 0, "cannot make a folder")
      descriptor = Self.descend(from: descriptor)
      path = path.appending(FilePath(Self.name))
      guard level.isMultiple(of: 50) || level == depth else { continue }
      close(openat(descriptor, "song.wav", O_WRONLY | O_CREAT, 0o644))
      songs.insert(path.appending(FilePath("song.wav")), at: 0)
    }
    close(descriptor)
  }

  deinit {
    var descriptor = top.withCString { open($0, O_RDONLY | O_DIRECTORY) }
    for _ in 1..<depth { descriptor = Self.descend(from: descriptor) }
    for _ in 1..<depth {
      unlinkat(descriptor, "song.wav", 0)
      let outer = openat(descriptor, "..", O_RDONLY | O_DIRECTORY)
      close(descriptor)
      unlinkat(outer, Self.name, AT_REMOVEDIR)
      descriptor = outer
    }
    close(descriptor)
  }

  private static func descend(from descriptor: Int32) -> Int32 {
    defer { close(descriptor) }
    return openat(descriptor, name, O_RDONLY | O_DIRECTORY)
  }
}
