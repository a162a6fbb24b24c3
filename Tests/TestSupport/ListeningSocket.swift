internal import Glibc
internal import LinuxSystem

/// Whether somebody listens on the local socket at `path`. Its file is there a moment before that.
public func isListening(at path: String) -> Bool {
  guard let slash = path.lastIndex(of: "/") else { return false }
  let folder = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { return false }
  defer { close(folder) }
  guard let socket = try? LocalSocket.connect(to: String(path[path.index(after: slash)...]), in: folder) else {
    return false
  }
  close(socket)
  return true
}
