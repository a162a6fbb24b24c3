internal import Glibc

/// What the program of process `id` is called: its file's name, or what it calls itself where that cannot be seen; nil
/// if there is no such process (proc(5)). Never waits.
public func processName(of id: Int32) -> String? {
  var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/\(id)/exe", &buffer, buffer.count)
  if count > 0 {
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // The program's file was replaced since, as by an update.
    let replaced = " (deleted)"
    return name.hasSuffix(replaced) ? String(name.dropLast(replaced.count)) : name
  }
  let descriptor = open("/proc/\(id)/comm", O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  let length = read(descriptor, &buffer, buffer.count)
  guard length > 1 else { return nil }
  return String(decoding: buffer[..<(length - 1)], as: UTF8.self)
}
