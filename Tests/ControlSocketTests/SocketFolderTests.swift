import Foundation
import LinuxSystem
import PlayerCore
import Testing

@testable import ControlSocket

/// Where the socket lies, and who may be there.
@Suite struct SocketFolderTests {
  /// A folder for one test; it goes with this.
  private final class Place {
    let path: String
    init() throws {
      var template = Array("/tmp/cans-socket-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw SystemCallError(operation: "mkdtemp", code: errno) }
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var folder: FilePath { FilePath(path + "/cans") }
  }

  private func refusal(_ path: FilePath, makes: Bool = false) -> ControlFailure? {
    do throws(ControlFailure) {
      _ = try SocketFolder(path, makes: makes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `it is made for the user alone`() throws {
    let place = try Place()
    #expect(refusal(place.folder) == .noPlayer)
    let server = try #require(try ControlServer.claim(SocketFolder(place.folder, makes: true), program: "t"))
    var status = stat()
    #expect(stat(place.folder.text, &status) == 0 && status.st_mode & 0o7777 == 0o700)
    #expect(stat(place.folder.text + "/control", &status) == 0 && status.st_mode & 0o777 == 0o600)
    server.stop()
    #expect(stat(place.folder.text + "/control", &status) != 0)
  }

  @Test(arguments: [0o755, 0o770, 0o701]) func `one that is open to others is refused`(mode: mode_t) throws {
    let place = try Place()
    mkdir(place.folder.text, 0o700)
    chmod(place.folder.text, mode)
    for makes in [true, false] {
      #expect(refusal(place.folder, makes: makes)?.description.contains("chmod 700 \(place.folder.text)") == true)
    }
  }

  @Test func `a link is refused, and so is a file`() throws {
    let place = try Place()
    mkdir(place.path + "/real", 0o700)
    symlink(place.path + "/real", place.folder.text)
    #expect(refusal(place.folder, makes: true)?.description.contains("is no folder") == true)
    unlink(place.folder.text)
    _ = FileManager.default.createFile(atPath: place.folder.text, contents: nil)
    #expect(refusal(place.folder, makes: true)?.description.contains("is no folder") == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `another user's folder is refused`() throws {
    let place = try Place()
    mkdir(place.folder.text, 0o700)
    chown(place.folder.text, 65_534, 65_534)
    for makes in [true, false] {
      #expect(refusal(place.folder, makes: makes)?.description.contains("belongs to another user") == true)
    }
  }

  @Test func `of two players one has the socket, and after it the next one`() throws {
    let place = try Place()
    let first = try #require(try ControlServer.claim(SocketFolder(place.folder, makes: true), program: "1"))
    #expect(try ControlServer.claim(SocketFolder(place.folder, makes: true), program: "2") == nil)
    // The second one has not taken the first one's socket away.
    let client = try ControlClient.connect(to: place.folder)
    try client.send(.hello)
    let player = TestPlayer(first)
    var answers: [ControlMessage] = []
    #expect(
      try player.turn {
        answers += try client.receive(); return !answers.isEmpty
      })
    #expect(answers.map(\.content) == [.hello(versions: [1], program: "1", process: getpid())])
  }

  @Test func `a socket that nobody listens on is replaced`() throws {
    let place = try Place()
    do {
      // As a killed player leaves it.
      let folder = try SocketFolder(place.folder, makes: true)
      close(try LocalSocket.listen(on: SocketFolder.socketName, in: folder.descriptor))
    }
    #expect(throws: ControlFailure.noPlayer) { try ControlClient.connect(to: place.folder) }
    let server = try #require(try ControlServer.claim(SocketFolder(place.folder, makes: true), program: "t"))
    _ = try ControlClient.connect(to: place.folder)
    _ = server
  }

  @Test func `a path longer than a socket's address does not matter`() throws {
    let place = try Place()
    let long = place.path + "/" + String(repeating: "x", count: 200)
    mkdir(long, 0o700)
    let folder = FilePath(long + "/cans")
    let server = try #require(try ControlServer.claim(SocketFolder(folder, makes: true), program: "t"))
    _ = try ControlClient.connect(to: folder)
    _ = server
  }

  @Test func `no descriptor is left behind`() throws {
    func links() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains(path) == true
      }
    }
    let place = try Place()
    let path = place.path
    for _ in 0..<50 {
      let server = try #require(try ControlServer.claim(SocketFolder(place.folder, makes: true), program: "t"))
      let player = TestPlayer(server)
      let client = try ControlClient.connect(to: place.folder)
      try client.send(.status)
      var answers: [ControlMessage] = []
      #expect(
        try player.turn {
          answers += try client.receive(); return !answers.isEmpty
        })
    }
    #expect(try links() == 0)
  }
}
