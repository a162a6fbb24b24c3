import LinuxSystem
import MessageBus
import PlayerCore

/// Asks rtkit for real-time priority on a thread of its own: a bus that hangs delays neither music nor keys.
final nonisolated class RealTimeRequest: Sendable {
  /// The priority that is asked for: above ordinary threads, below those of sound servers and the kernel's own.
  static let priority = 10

  /// The answers.
  let answers = Mailbox<RealTime>()

  /// Asks for `thread` of this process.
  func ask(for thread: Int32) {
    _ = Thread(name: "rtkit") { self.answers.post(realTimeByRealtimeKit(thread: thread)) }
  }
}

/// Whether the system would let a thread of this process go before ordinary ones, tried with one that does
/// nothing else. Waits for rtkit.
nonisolated func tryRealTime() -> RealTime {
  let answer = Guarded(RealTime.unknown)
  let thread = Thread(name: "realtime") {
    let priority = RealTimeRequest.priority
    let isAllowed = RealTimeScheduling.makeCurrentThreadRealTime(priority: Int32(priority))
    let found =
      isAllowed
      ? RealTime.allowed(priority: priority) : realTimeByRealtimeKit(thread: RealTimeScheduling.currentThread)
    answer.withLock { $0 = found }
  }
  thread.join()
  return answer.withLock { $0 }
}

private nonisolated func realTimeByRealtimeKit(thread: Int32) -> RealTime {
  do throws(BusError) {
    return .granted(priority: try RealtimeKit.makeRealTime(thread: thread, priority: RealTimeRequest.priority))
  } catch {
    return .refused("RLIMIT_RTPRIO is \(RealTimeScheduling.limit) and \(words(for: error))")
  }
}

private nonisolated func words(for error: BusError) -> String {
  switch error {
  case .noLibrary: "libsystemd, by which rtkit is asked, is not installed"
  case .noBus: "there is no system bus to ask rtkit on"
  case .noAnswer: "rtkit does not answer"
  case .noService: "rtkit is not running"
  case .refused(let name): "rtkit refuses: \(name)"
  case .failed(let code): "asking rtkit failed: \(SystemCallError(operation: "sd-bus", code: code))"
  }
}
