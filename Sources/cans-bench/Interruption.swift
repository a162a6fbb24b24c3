internal import Glibc
internal import Synchronization

/// Ctrl-C and its like: the measuring ends as after an error, so that nothing is left behind.
enum Interruption {
  private static let isWanted = Atomic(false)

  /// Takes the signals from now on.
  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in Interruption.isWanted.store(true, ordering: .relaxed) }
    }
  }

  /// Throws if somebody wants an end.
  static func check() throws(BenchError) {
    if isWanted.load(ordering: .relaxed) { throw BenchError("interrupted") }
  }
}
