import Foundation
import TestSupport

/// A connection to the socket of a player, as bytes: a client that may do anything. Its calls wait.
final class RawClient {
  private var descriptor: Int32
  private var arrived: [UInt8] = []

  init(in home: Home) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array((home.path + "/cans/control").utf8)) }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw RunError("no socket to connect to: errno \(errno)") }
  }

  deinit { leave() }

  func leave() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw RunError("the player has hung up: errno \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// The next line; nil if the player has hung up.
  func readLine() throws -> String? {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let newline = arrived.firstIndex(of: UInt8(ascii: "\n")) {
        defer { arrived.removeSubrange(...newline) }
        return String(decoding: arrived[..<newline], as: UTF8.self)
      }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 30_000) > 0 else { throw RunError("nothing comes from the player") }
      let count = recv(descriptor, &room, room.count, 0)
      if count <= 0 { return nil }
      arrived += room[..<count]
    }
  }
}
