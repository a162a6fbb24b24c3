import CTestSupport
import Foundation
import TestSupport

/// A folder of its own for one run of the program: its home, its settings and the music
/// that it plays. It goes with this.
final class Home {
  let path: String

  init() throws {
    var template = Array("/tmp/cans-run-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw RunError("mkdtemp failed: errno \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for process in players { kill(process, SIGKILL) }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The players in the background that have this home.
  var players: [Int32] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(Int32.init) ?? []
    return processes.filter { process in
      func words(_ name: String) -> [Substring] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\0")
      }
      let command = words("cmdline")
      return command.first.map { $0 == BuiltProgram.path } ?? false && command.contains("daemon")
        && words("environ").contains("XDG_RUNTIME_DIR=\(path)")
    }
  }

  /// What came of a run of the program.
  struct Run: Equatable {
    var output: String
    var errors: String
    /// Nil: it did not end in time.
    var status: Int32?
  }

  /// Runs the program without a terminal and input, and waits for its end.
  func run(_ arguments: [String]) throws -> Run {
    let child = try ChildProcess([BuiltProgram.path] + arguments, environment: environment)
    child.closeInput()
    let status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    return Run(output: child.output, errors: child.errors, status: status)
  }

  /// The whole environment of the program.
  var environment: [String: String] {
    [
      "HOME": path, "XDG_CONFIG_HOME": path + "/config", "XDG_STATE_HOME": path + "/state", "XDG_RUNTIME_DIR": path,
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path)/no-bus", "LANG": "C.UTF-8", "TERM": "xterm-256color",
      "PATH": ProcessEnvironment.variable("PATH"),
    ]
  }

  /// Makes a track in the folder `Music` and returns its path: FLAC, or WAV if its name says so.
  @discardableResult
  func song(_ name: String, seconds: Double = 200, title: String? = nil, artist: String? = nil) throws -> String {
    let file = try makeRoom(for: "Music/" + name)
    let problem = cts_write_song(file, name.hasSuffix(".wav") ? 1 : 0, Int32(seconds * 1000), title, artist)
    if let problem { throw RunError("\(name): \(String(cString: problem))") }
    return file
  }

  /// Makes `text` the CUESHEET of the FLAC file at `path`, in place of all comments that it has (RFC 9639, 8.6).
  func embedSheet(_ text: String, in path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var (blocks, place, isLast) = ([UInt8](), 4, false)
    while !isLast {
      isLast = bytes[place] & 0x80 != 0
      let type = bytes[place] & 0x7F
      let end = place + 4 + bytes[(place + 1)...(place + 3)].reduce(0) { $0 << 8 | Int($1) }
      if type != 4 { blocks += [type] + bytes[(place + 1)..<end] }
      place = end
    }
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let comment = Array("CUESHEET=\(text)".utf8)
    let block = number(0) + number(1) + number(comment.count) + comment
    blocks += [0x84] + number(block.count).dropLast().reversed() + block
    try Data(bytes[..<4] + blocks + bytes[place...]).write(to: URL(fileURLWithPath: path))
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = try makeRoom(for: name)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }

  /// The text of a file; empty if there is none.
  func text(of name: String) -> String { (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? "" }

  private func makeRoom(for name: String) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return file
  }
}

/// A run did not come as far as its test needs.
struct RunError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
