import PlayerCore

/// The file in which xdg-user-dirs keeps where a user's folders are: lines as XDG_MUSIC_DIR="$HOME/Music".
nonisolated struct UserFolders {
  /// The folder of music; nil where none is named, or the home itself, which means none.
  let music: FilePath?

  /// Reads the file's `bytes`; "$HOME" in it is `home`.
  init(_ bytes: [UInt8], home: FilePath) {
    let start = Array("XDG_MUSIC_DIR=\"".utf8)
    let variable = Array("$HOME/".utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
    // As in a shell, which reads the file, too, the last one counts.
    guard let line = lines.last(where: { $0.starts(with: start) }) else {
      music = nil
      return
    }
    var value: [UInt8] = []
    var isEscaped = false
    for byte in line.dropFirst(start.count) {
      if !isEscaped, byte == UInt8(ascii: "\"") { break }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      if !isEscaped { value.append(byte) }
    }
    let path: FilePath
    if value.starts(with: variable) {
      path = home.appending(FilePath(bytes: Array(value.dropFirst(variable.count)))).cleaned
    } else {
      path = FilePath(bytes: value).cleaned
    }
    music = path.bytes.first == UInt8(ascii: "/") && path != home.cleaned ? path : nil
  }
}
