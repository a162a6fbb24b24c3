internal import Glibc

/// A value that several threads share, each in its turn. A waiting thread lends its priority to the one it waits for
/// (PTHREAD_PRIO_INHERIT), so that a real-time thread is not held up by whoever pre-empts the other.
///
/// The standard library's `Mutex` does the same by futexes of its own, but the thread sanitizer cannot see the path
/// that a lock takes when it has to wait, and then reports races where there are none.
public final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// Guards `value`.
  public init(_ value: Value) {
    self.value = value
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_setprotocol(&attributes, CInt(PTHREAD_PRIO_INHERIT))
    let failure = pthread_mutex_init(lock, &attributes)
    precondition(failure == 0, "pthread_mutex_init: no mutex to be had")
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Waits for its turn and calls `body` with the value, which no other thread sees or changes meanwhile. Not to be
  /// called again from within `body`. Throws what `body` throws.
  public func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
