internal import CLinux
internal import Glibc

/// Signals as something to poll (signalfd(2)): they arrive in the loop like everything else, never in the middle of it.
public final class SignalDescriptor: Sendable {
  /// Readable while a signal is pending.
  public let descriptor: Int32

  /// Blocks `signals` in the calling thread, and so in all threads it starts, and opens a descriptor for them. Call on
  /// the main thread before any other thread is started.
  public init(_ signals: [Int32]) throws(SystemCallError) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = try retrying("signalfd") { signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK)) }
  }

  deinit { close(descriptor) }

  /// Takes the next pending signal; nil if there is none.
  public func take() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    return read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
  }
}
