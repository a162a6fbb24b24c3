import LinuxSystem
import PlayerCore

/// A question that is asked on a thread of its own. What has not been answered in time is left behind: the thread ends
/// with the process.
nonisolated struct Inquiry<Value: Sendable> {
  private let box = LatestValue<Value>()

  /// Begins to ask; `name` is the thread's (15 bytes at most).
  init(_ name: String, _ ask: @escaping @Sendable () -> Value) {
    let box = box
    _ = Thread(name: name) { box.put(ask()) }
  }

  /// What came of it, as soon as it is there; waits until `deadline` at most. To be asked for once.
  func answer(by deadline: MonotonicTime) -> DoctorFacts.Answer<Value> {
    _ = try? waitForEvents([PolledDescriptor(readable: box.descriptor)], until: deadline)
    return box.take().map { .known($0) } ?? .missing
  }
}
