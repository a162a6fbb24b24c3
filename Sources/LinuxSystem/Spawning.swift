internal import CLinux
internal import Glibc
internal import PlayerCore

/// Starts the program `path` with `words` after its name, in a session of its own, so without a controlling terminal
/// (setsid(2)): with nothing on standard input, no other descriptor of ours, no signal blocked, and every signal as it
/// is by default.
///
/// - Parameters:
///   - environment: what it finds there, "NAME=value"; nil: ours.
///   - output: what becomes of standard output; nil: it is thrown away.
///   - errors: what becomes of standard error.
/// - Returns: the number of its process, which is its group's, too.
func spawn(
  _ path: FilePath, _ words: [[UInt8]], environment: [[UInt8]]? = nil, output: Int32?, errors: Int32
) throws(SystemCallError) -> Int32 {
  var files = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&files)
  defer { posix_spawn_file_actions_destroy(&files) }
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  if let output {
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
  } else {
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO)
  // A script's lock or pipe must not be held for as long as music plays.
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // The starter has blocked the signals that it polls for, and ignores some.
  var (none, all) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | ownSession
  posix_spawnattr_setflags(&attributes, flags)

  var arguments = strings([path.bytes] + words)
  var variables = strings(environment ?? [])
  defer { for string in arguments + variables { free(string) } }
  var process = pid_t()
  let failure = path.withCString { path in
    environment == nil
      ? posix_spawn(&process, path, &files, &attributes, &arguments, environ)
      : posix_spawn(&process, path, &files, &attributes, &arguments, &variables)
  }
  if failure != 0 { throw SystemCallError(operation: "start \(path.text)", code: failure) }
  return process
}

/// A pipe whose ends no other program gets.
func makePipe() throws(SystemCallError) -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  try retrying("pipe") { pipe2(&ends, O_CLOEXEC) }
  return (ends[0], ends[1])
}

private func strings(_ all: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
  all.map { bytes in strdup(bytes.map { CChar(bitPattern: $0) } + [0]) } + [nil]
}

/// POSIX_SPAWN_SETSID, which <spawn.h> hides without _GNU_SOURCE.
private let ownSession: Int16 = 0x80
