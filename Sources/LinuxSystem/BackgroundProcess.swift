internal import CLinux
internal import Glibc
public import PlayerCore

/// A program that goes on when the one that started it, and its terminal, are gone: in a session of its own, so without
/// a controlling terminal (setsid(2)), with nothing on standard input and output, and no other descriptor.
public final class BackgroundProcess {
  /// Its process id.
  public let process: Int32
  private let errors: Int32

  /// Starts the program `path`.
  ///
  /// - Parameter arguments: what follows the program's name, byte for byte.
  public init(_ path: FilePath, _ arguments: [[UInt8]]) throws(SystemCallError) {
    var pipe: [Int32] = [-1, -1]
    try retrying("pipe") { Glibc.pipe(&pipe) }
    let (reading, writing) = (pipe[0], pipe[1])
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(writing) }

    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&files, writing, STDERR_FILENO)
    // A script's lock or pipe must not be held for as long as music plays.
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The starter has blocked the signals that it polls for.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | ownSession)

    var words = ([path.bytes] + arguments).map { word in strdup((word.map { CChar(bitPattern: $0) }) + [0]) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let failure = path.withCString { posix_spawn(&process, $0, &files, &attributes, &words, environ) }
    if failure != 0 {
      close(reading)
      throw SystemCallError(operation: "start \(path.text)", code: failure)
    }
    errors = reading
    self.process = process
  }

  deinit { close(errors) }

  /// Waits until it has let go of standard error, or has ended, and returns what it wrote there until then.
  public func readErrors() -> [UInt8] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(errors, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return text }
      text += buffer[..<count]
    }
  }
}

/// POSIX_SPAWN_SETSID, which <spawn.h> hides without _GNU_SOURCE.
private let ownSession: Int16 = 0x80

extension FilePath {
  /// The file of the program that is running.
  public static var ownProgram: FilePath {
    get throws(SystemCallError) {
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = bytes.withUnsafeMutableBytes { buffer in
        readlink("/proc/self/exe", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
      }
      guard count > 0 else { throw SystemCallError(operation: "read /proc/self/exe", code: errno) }
      return FilePath(bytes: Array(bytes[..<count]))
    }
  }
}
