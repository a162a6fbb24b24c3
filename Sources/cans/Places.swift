import Glibc
import LinuxSystem
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
  static var library: FilePath { folder("XDG_DATA_HOME", or: ".local/share").appending(FilePath("cans/library.db")) }

  /// Where the user keeps music, unless a setting says otherwise: what the environment, or the file of xdg-user-dirs,
  /// names, else ~/Music.
  static var music: FilePath {
    if let named = absolute("XDG_MUSIC_DIR") { return named }
    let file = folder("XDG_CONFIG_HOME", or: ".config").appending(FilePath("user-dirs.dirs"))
    let bytes = try? FileContents.read(file)
    return UserFolders(bytes ?? [], home: home).music ?? home.appending(FilePath("Music"))
  }

  /// `path` as seen from the folder that the program was started in, and "~" as the user's home.
  static func absolute(_ path: FilePath) -> FilePath {
    let bytes = path.bytes
    if bytes == Array("~".utf8) { return home }
    if bytes.starts(with: "~/".utf8) { return home.appending(FilePath(bytes: Array(bytes.dropFirst(2)))).cleaned }
    return workingFolder.appending(path).cleaned
  }

  /// The folder that relative paths on the command line start from; "." if it has no name any more.
  static var workingFolder: FilePath {
    guard let name = getcwd(nil, 0) else { return FilePath(".") }
    defer { free(name) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }

  /// The specification lets only absolute paths count.
  private static func folder(_ variable: String, or fallback: String) -> FilePath {
    absolute(variable) ?? home.appending(FilePath(fallback))
  }

  private static func absolute(_ variable: String) -> FilePath? {
    guard let value = getenv(variable), value.pointee == CChar(UInt8(ascii: "/")) else { return nil }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
  }

  private static var home: FilePath { FilePath(getenv("HOME").map { String(cString: $0) } ?? "/") }
}
