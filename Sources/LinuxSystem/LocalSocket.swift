internal import CLinux
internal import Glibc

/// Stream sockets that programs of one machine talk through (unix(7)). None of them blocks, and no program that is
/// started inherits one.
public enum LocalSocket {
  /// Makes the socket `name` in the folder that `folder` is open on, for its user alone, and listens on it. A longer
  /// path than a socket's address holds (108 bytes) does not matter.
  public static func listen(on name: String, in folder: Int32) throws(SystemCallError) -> Int32 {
    let descriptor = try make()
    do throws(SystemCallError) {
      try withAddress(of: name, in: folder) { address, size throws(SystemCallError) in
        try retrying("bind \(name)") { bind(descriptor, address, size) }
      }
      // Nobody can connect before `listen`.
      try retrying("chmod \(name)") { fchmodat(folder, name, 0o600, 0) }
      try retrying("listen") { Glibc.listen(descriptor, 128) }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Connects to the socket `name` in the folder that `folder` is open on.
  ///
  /// - Throws: at once where nobody listens (ECONNREFUSED, ENOENT) or too many are waiting already (EAGAIN).
  public static func connect(to name: String, in folder: Int32) throws(SystemCallError) -> Int32 {
    let descriptor = try make()
    do throws(SystemCallError) {
      try withAddress(of: name, in: folder) { address, size throws(SystemCallError) in
        try retrying("connect to \(name)") { Glibc.connect(descriptor, address, size) }
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Two sockets that are connected with each other.
  public static func makePair() throws(SystemCallError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    try retrying("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
    return (ends[0], ends[1])
  }

  /// The next connection to `listener`; nil if nobody is waiting.
  ///
  /// - Throws: when it cannot be taken, as when no descriptor is left (EMFILE).
  public static func accept(from listener: Int32) throws(SystemCallError) -> Int32? {
    let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    do throws(SystemCallError) {
      return try retrying("accept") { accept4(listener, nil, nil, flags) }
    } catch  where error.code == EAGAIN || error.code == ECONNABORTED {
      return nil
    }
  }

  /// The user who connected, or who listens (SO_PEERCRED); nil if the kernel does not know.
  public static func user(at descriptor: Int32) -> UInt32? {
    // struct ucred, which <sys/socket.h> hides without _GNU_SOURCE.
    var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 ? credentials.user : nil
  }

  /// Reads what is there into `buffer`; 0 at the end, nil if nothing is there yet.
  ///
  /// - Throws: when the connection is broken.
  public static func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemCallError) -> Int? {
    do throws(SystemCallError) {
      return Int(try retrying("receive") { Int32(clamping: recv(descriptor, buffer.baseAddress, buffer.count, 0)) })
    } catch  where error.code == EAGAIN {
      return nil
    }
  }

  /// Sends what the connection takes of `bytes`, and returns how much that was.
  ///
  /// - Throws: when the other side is gone.
  public static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
    do throws(SystemCallError) {
      let flags = Int32(MSG_NOSIGNAL)
      return Int(
        try retrying("send") {
          Int32(clamping: Glibc.send(descriptor, bytes.baseAddress, min(bytes.count, 1 << 30), flags))
        })
    } catch  where error.code == EAGAIN {
      return 0
    }
  }

  private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  private static func make() throws(SystemCallError) -> Int32 {
    try retrying("socket") { socket(AF_UNIX, type, 0) }
  }

  /// The way to `name` leads through the open folder, whatever its path leads to by now.
  private static func withAddress(
    of name: String, in folder: Int32,
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemCallError) -> Void
  ) throws(SystemCallError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("/proc/self/fd/\(folder)/\(name)".utf8)
    precondition(path.count < MemoryLayout.size(ofValue: address.sun_path), "a socket's name is short")
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    var failure: SystemCallError?
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        do throws(SystemCallError) { try body(address, size) } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }
}
