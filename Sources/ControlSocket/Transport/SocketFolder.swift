internal import Glibc
public import LinuxSystem
public import PlayerCore

/// Why there is no socket to listen on or to talk to.
public enum ControlFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// No player runs.
  case noPlayer
  /// The place for the socket is not the user's own; the reason is for people.
  case refused(String)
  /// The player has gone.
  case lost
  /// What came over the socket is nothing that a player says; the reason is for people.
  case notUnderstood(String)
  /// The system does not let us.
  case failed(SystemCallError)

  /// For people.
  public var description: String {
    switch self {
    case .noPlayer: "no player is running"
    case .refused(let reason): reason
    case .lost: "the player has gone"
    case .notUnderstood(let reason): "the player says what is not understood: \(reason)"
    case .failed(let error): error.description
    }
  }
}

/// The folder of the player's socket, held open, so that nobody can put another one in its place between a look at it
/// and its use.
public final class SocketFolder: Sendable {
  /// The socket's name in it.
  static let socketName = "control"

  /// Where it is.
  public let path: FilePath
  /// Open on the folder.
  let descriptor: Int32

  /// Where the environment says that it is: in XDG_RUNTIME_DIR, if that is an absolute path, or else in /tmp.
  public static var usualPath: FilePath {
    if let folder = getenv("XDG_RUNTIME_DIR"), folder.pointee == CChar(bitPattern: UInt8(ascii: "/")) {
      return FilePath(bytes: Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))).appending(
        FilePath("cans"))
    }
    return FilePath("/tmp/cans-\(geteuid())")
  }

  /// Opens the folder `path`, which must be the user's own and closed to everybody else.
  ///
  /// - Parameter makes: whether it is made if it is missing.
  /// - Throws: `noPlayer` if it is missing, `refused` if it is not as it must be.
  public init(_ path: FilePath, makes: Bool) throws(ControlFailure) {
    self.path = path
    if makes, path.withCString({ mkdir($0, 0o700) }) != 0, errno != EEXIST {
      throw .failed(SystemCallError(operation: "mkdir \(path.text)", code: errno))
    }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    do throws(SystemCallError) {
      descriptor = try retrying("open \(path.text)") { path.withCString { open($0, flags) } }
    } catch {
      switch error.code {
      case ENOENT: throw .noPlayer
      // A link is not followed, wherever it leads: it may be anybody's.
      case ENOTDIR, ELOOP: throw .refused("\(path.text) is no folder; the player's socket is not put there")
      default: throw .failed(error)
      }
    }
    // From here on a failure ends in `deinit`, which closes the descriptor.
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      throw .refused("\(path.text) belongs to another user; the player's socket is not put there")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw .refused("\(path.text) is open to other users: chmod 700 \(path.text)")
    }
  }

  deinit { close(descriptor) }

  /// Takes the place of the one player that has its socket here, as long as this folder is held; false if another
  /// process has it. The lock is the folder's own, so that nobody who clears up old files takes it away
  /// (tmpfiles.d(5)).
  func claim() throws(ControlFailure) -> Bool {
    do throws(SystemCallError) { return try FileLock.take(descriptor, of: path) } catch { throw .failed(error) }
  }

  /// Listens, in place of a socket that a player left which did not end well. Only for whoever has claimed the folder.
  func listen() throws(ControlFailure) -> Int32 {
    unlinkSocket()
    do throws(SystemCallError) {
      return try LocalSocket.listen(on: Self.socketName, in: descriptor)
    } catch {
      throw .failed(error)
    }
  }

  /// Leaves the place to the next player. A child that has not become its own program yet may hold the folder, too.
  func release() {
    flock(descriptor, LOCK_UN)
  }

  /// Takes the socket away.
  func unlinkSocket() { _ = unlinkat(descriptor, Self.socketName, 0) }

  /// Connects to the player. Waits a second at most where more clients than fit are waiting already.
  ///
  /// - Throws: `noPlayer` if nobody listens; `refused` if somebody else listens.
  func connect() throws(ControlFailure) -> Int32 {
    let deadline = MonotonicTime.now + .seconds(1)
    var connected: Int32?
    repeat {
      do throws(SystemCallError) {
        connected = try LocalSocket.connect(to: Self.socketName, in: descriptor)
      } catch {
        if error.code == ENOENT || error.code == ECONNREFUSED { throw .noPlayer }
        guard error.code == EAGAIN, MonotonicTime.now < deadline else { throw .failed(error) }
        poll(nil, 0, 5)
      }
    } while connected == nil
    guard let connection = connected else { throw .noPlayer }
    guard LocalSocket.user(at: connection) == geteuid() else {
      close(connection)
      throw .refused("the player at \(path.text) belongs to another user")
    }
    return connection
  }
}
