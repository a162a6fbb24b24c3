import Glibc
import PlayerCore

/// Where the player's own files lie (XDG Base Directory Specification).
enum Places {
  static var settings: FilePath { folder("XDG_CONFIG_HOME", or: ".config").appending(FilePath("cans/settings.toml")) }
  static var volume: FilePath { folder("XDG_STATE_HOME", or: ".local/state").appending(FilePath("cans/volume.toml")) }
  static var covers: FilePath { folder("XDG_CACHE_HOME", or: ".cache").appending(FilePath("cans/covers")) }
  static var timeline: FilePath {
    folder("XDG_STATE_HOME", or: ".local/state").appending(FilePath("cans/timeline.log"))
  }
  static var listening: FilePath {
    folder("XDG_STATE_HOME", or: ".local/state").appending(FilePath("cans/listening.txt"))
  }
  static var session: FilePath { folder("XDG_STATE_HOME", or: ".local/state").appending(FilePath("cans/session.db")) }

  /// The folder that relative paths on the command line start from; "." if it has no name any more.
  static var workingFolder: FilePath {
    guard let name = getcwd(nil, 0) else { return FilePath(".") }
    defer { free(name) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }

  /// The specification lets only absolute paths count.
  private static func folder(_ variable: String, or fallback: String) -> FilePath {
    if let value = getenv(variable), value.pointee == CChar(UInt8(ascii: "/")) {
      return FilePath(String(cString: value))
    }
    let home = getenv("HOME").map { String(cString: $0) } ?? "/"
    return FilePath(home).appending(FilePath(fallback))
  }
}
