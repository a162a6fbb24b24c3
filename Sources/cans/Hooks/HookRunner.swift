import LinuxSystem
import PlayerCore

/// Runs the user's programs, on a thread of its own that is there once one was to be run. The loop waits for none.
final class HookRunner {
  private let limits: HookThread.Limits
  private var thread: HookThread?

  /// - Parameter limits: how long they may run.
  init(limits: HookThread.Limits = HookThread.Limits()) { self.limits = limits }

  /// Readable when there is something to `takeReports` of; nil: nothing was to be run yet.
  var descriptor: Int32? { thread?.reports.descriptor }

  /// Has a program run, or, while one runs for the same hook, after that: of several that wait the last one.
  func run(_ call: HookCall) {
    if thread == nil { thread = HookThread(limits: limits) }
    thread?.work.post(call)
  }

  /// What has become of those that have ended.
  func takeReports() -> [HookReport] { thread?.reports.takeAll() ?? [] }

  /// Those that run have a moment to end by themselves, and are killed; those that wait are not begun. The last call.
  func finish() -> [HookReport] {
    thread?.finish()
    return takeReports()
  }
}
