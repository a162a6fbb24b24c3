import CTestSupport
import Foundation
import TestSupport

/// A folder of its own for one run of the program: its home, its settings and the music that it plays. It goes with this.
final class Home {
  let path: String

  init() throws {
    var template = Array("/tmp/cans-run-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw RunError("mkdtemp failed: errno \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The whole environment of the program.
  var environment: [String: String] {
    [
      "HOME": path, "XDG_CONFIG_HOME": path + "/config", "XDG_STATE_HOME": path + "/state", "LANG": "C.UTF-8",
      "TERM": "xterm-256color", "PATH": ProcessEnvironment.variable("PATH"),
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
