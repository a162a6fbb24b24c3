import LinuxSystem
import PlayerCore

/// The thread that starts the user's programs and waits for them, one for each hook at a time.
final nonisolated class HookThread: Sendable {
  /// How much a program may have.
  struct Limits: Sendable {
    /// For so long it may run.
    var time = Duration.seconds(10)
    /// And for so long when the player ends.
    var timeAtEnd = Duration.seconds(1)
    /// So many bytes of what it writes are read. One that writes more is told that nobody reads (SIGPIPE): to read on
    /// would cost as much of the processor as it likes.
    var output = 65_536
    /// So many of them are kept.
    var keptOutput = 1_000
  }

  /// What is to be run; nil: nothing any more.
  let work = Mailbox<HookCall?>()
  let reports = Mailbox<HookReport>()
  private let limits: Limits
  private let hasEnded = EventDescriptor()
  private let thread = Guarded<Thread?>(nil)

  /// Starts it.
  init(limits: Limits) {
    self.limits = limits
    let started = Thread(name: "hooks") { [self] in
      run()
      hasEnded.signal()
    }
    thread.withLock { $0 = started }
  }

  /// Waits until all programs have ended, or were killed; a little longer than they may run: the kernel may keep one.
  func finish() {
    work.post(nil)
    if hasEnded.wait(limits.timeAtEnd + .seconds(1)) { thread.withLock { $0 }?.join() }
  }

  private func run() {
    var running: [RunningHook] = []
    var waiting: [HookCall] = []
    var endsBy: MonotonicTime?
    while endsBy == nil || !running.isEmpty {
      wait(for: running)
      for call in work.takeAll() {
        guard let call else {
          endsBy = .now + limits.timeAtEnd
          waiting = []
          continue
        }
        if running.contains(where: { $0.hook == call.hook }) {
          waiting.removeAll { $0.hook == call.hook }
          waiting.append(call)
        } else {
          start(call, &running)
        }
      }
      for program in running { program.look(until: endsBy, limits) }
      let ended = running.compactMap(\.report)
      running.removeAll { $0.report != nil }
      ended.forEach(reports.post)
      for hook in ended.map(\.hook) {
        guard let next = waiting.firstIndex(where: { $0.hook == hook }) else { continue }
        start(waiting.remove(at: next), &running)
      }
    }
  }

  private func start(_ call: HookCall, _ running: inout [RunningHook]) {
    do throws(SystemCallError) {
      running.append(try RunningHook(call, until: .now + limits.time))
    } catch {
      reports.post(HookReport(call.hook, .notStarted("\(error)")))
    }
  }

  /// Sleeps until there is something to do. Where the kernel does not say that a program has ended it is asked for, not
  /// for long: programs mostly end soon.
  private func wait(for running: [RunningHook]) {
    let descriptors = [work.descriptor] + running.flatMap(\.descriptors)
    let isAsked = running.contains { $0.isAsked }
    let deadlines = running.compactMap(\.deadline) + (isAsked ? [.now + .milliseconds(50)] : [])
    // Waiting fails only without memory; then it is tried again.
    _ = try? waitForEvents(descriptors.map(PolledDescriptor.init(readable:)), until: deadlines.min())
  }
}

/// A program that runs.
private final nonisolated class RunningHook {
  let hook: Hook
  /// When it is killed; nil: it has been.
  private(set) var deadline: MonotonicTime?
  /// What has become of it, once it has ended.
  private(set) var report: HookReport?

  private let program: WatchedProgram
  private var output: [UInt8] = []
  private var written = 0
  private var isFlood = false
  private var killed: HookReport.Ending?
  private var isEnding = false

  /// Starts it.
  init(_ call: HookCall, until deadline: MonotonicTime) throws(SystemCallError) {
    hook = call.hook
    self.deadline = deadline
    program = try WatchedProgram(
      FilePath("/bin/sh"), [Array("-c".utf8), Array(call.command.utf8)],
      variables: call.variables.map { ($0.name, $0.value) })
  }

  var descriptors: [Int32] { [program.output, program.end].compactMap(\.self) }
  /// Whether only asking tells that it has ended.
  var isAsked: Bool { program.end == nil }

  /// Takes in what it has written, whether it has ended, and whether its time is over. What it has left running has no
  /// part in that, even if it holds the pipe.
  func look(until endsBy: MonotonicTime?, _ limits: HookThread.Limits) {
    if let endsBy, let limit = deadline {
      deadline = min(limit, endsBy)
      isEnding = endsBy <= limit
    }
    let ending = program.takeEnding()
    read(limits)
    if let ending {
      report = HookReport(hook, killed ?? ending.reported, output: output, isFlood: isFlood)
    } else if let deadline, MonotonicTime.now >= deadline {
      killed = isEnding ? .interrupted : .tookTooLong
      self.deadline = nil
      program.kill()
    }
  }

  private func read(_ limits: HookThread.Limits) {
    let bytes = program.readOutput(atMost: limits.output + 1 - written)
    written += bytes.count
    output += bytes.prefix(limits.keptOutput - output.count)
    guard written > limits.output else { return }
    isFlood = true
    program.closeOutput()
  }
}

extension WatchedProgram.Ending {
  fileprivate nonisolated var reported: HookReport.Ending {
    switch self {
    case .exited(let status): .exited(status)
    case .signalled(let signal): .signalled(signal)
    }
  }
}
