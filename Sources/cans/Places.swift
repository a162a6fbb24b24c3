import Glibc
import PlayerCore

/// Where the player's own files lie (XDG Base Directory Specification).
enum Places {
  static var settings: FilePath { folder("XDG_CONFIG_HOME", or: ".config").appending(FilePath("cans/settings.toml")) }
  static var volume: FilePath { folder("XDG_STATE_HOME", or: ".local/state").appending(FilePath("cans/volume.toml")) }

  /// The specification lets only absolute paths count.
  private static func folder(_ variable: String, or fallback: String) -> FilePath {
    if let value = getenv(variable), value.pointee == CChar(UInt8(ascii: "/")) {
      return FilePath(String(cString: value))
    }
    let home = getenv("HOME").map { String(cString: $0) } ?? "/"
    return FilePath(home).appending(FilePath(fallback))
  }
}
