internal import CLinux
internal import Glibc

/// A POSIX thread that runs one body. Not Foundation's: that costs a start some milliseconds and megabytes.
public final class Thread: Sendable {
  private let handle: pthread_t

  /// Starts a thread named `name` (15 bytes at most, pthread_setname_np(3)). Signals are blocked in it, so that only
  /// the main thread receives them.
  public init(name: String, stackSize: Int = 512 * 1024, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackSize)
    defer { pthread_attr_destroy(&attributes) }
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A fault's signal must reach the crash guard on whichever thread it happens.
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] { sigdelset(&all, fault) }
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var created = pthread_t()
    let start = Unmanaged.passRetained(Start(name: name, body: body)).toOpaque()
    let failure = pthread_create(&created, &attributes, runThread, start)
    precondition(failure == 0, "pthread_create: no thread to be had")
    handle = created
  }

  /// Waits until the body has returned. Call once.
  public func join() { pthread_join(handle, nil) }
}

private final class Start {
  let name: String
  let body: @Sendable () -> Void
  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
  pthread_setname_np(pthread_self(), start.name)
  start.body()
  return nil
}
