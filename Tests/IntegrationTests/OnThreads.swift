import Foundation
import Testing

/// Runs the tests of a suite on a few threads of their own: they wait for programs most of the time, and would keep all
/// other tests from the threads that Swift has, of which there is one per processor.
struct OnThreads: SuiteTrait, TestScoping {
  private final class Threads: TaskExecutor {
    static let shared = Threads()
    private let queue = OperationQueue()

    private init() { queue.maxConcurrentOperationCount = 6 }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Threads.shared) { try await function() }
  }
}

extension Trait where Self == OnThreads {
  static var onThreads: Self { Self() }
}
