import LinuxSystem
import PlayerCore

/// The timeline of this run and what earlier ones have left: kept here for who asks, and given to the file and the
/// journal on a thread of its own, for a disk may be slow.
final class TimelineKeeper {
  /// The newest entries.
  private(set) var book = TimelineBook()
  /// Whether what earlier runs have left is among them, if anything.
  private(set) var isComplete: Bool

  private let thread: TimelineThread?

  /// - Parameter path: the file; nil: nothing outlives this run.
  init(path: FilePath?) {
    let journal = Journal.isStandardError
    thread = path == nil && !journal ? nil : TimelineThread(path: path, journal: journal)
    isComplete = path == nil
  }

  /// Readable when there is something to `process`.
  var descriptor: Int32? { thread?.reports.descriptor }

  /// Takes in what happened at `time`.
  func record(_ entry: TimelineEntry, at time: MonotonicTime) {
    let age = (MonotonicTime.now - time).wholeNanoseconds / 1_000_000
    let record = book.append(entry, time: WallClock.now - max(age, 0))
    thread?.work.post(record)
  }

  /// Takes in what the thread has to tell; returns what the user should know.
  func process() -> [String] {
    var problems: [String] = []
    for report in thread?.reports.takeAll() ?? [] {
      switch report {
      case .opened(let earlier, let problem):
        book.prepend(earlier)
        isComplete = true
        problems += [problem].compactMap(\.self)
      case .refused(let problem):
        isComplete = true
        problems.append(problem)
      case .failed(let problem): problems.append(problem)
      }
    }
    return problems
  }

  /// Waits until all is written, no longer than `limit`; the last call.
  ///
  /// - Returns: what the user should know, and has not been told.
  func finish(within limit: Duration = .seconds(2)) -> [String] {
    thread?.finish(within: limit)
    return process()
  }
}

/// The thread that writes.
private final nonisolated class TimelineThread: Sendable {
  enum Report: Sendable {
    /// These entries earlier runs have left, but for what the problem says.
    case opened([TimelineRecord], problem: String?)
    /// Nothing outlives this run; why is for people.
    case refused(String)
    /// What should have been written was not.
    case failed(String)
  }

  let reports = Mailbox<Report>()
  /// What is to be written; nil ends it.
  let work = Mailbox<TimelineRecord?>()
  private let hasEnded = EventDescriptor()
  private let thread = Guarded<Thread?>(nil)

  init(path: FilePath?, journal: Bool) {
    let started = Thread(name: "timeline") { [self] in
      run(path.flatMap(open), journal: journal)
      hasEnded.signal()
    }
    thread.withLock { $0 = started }
  }

  func finish(within limit: Duration) {
    work.post(nil)
    if hasEnded.wait(limit) { thread.withLock { $0 }?.join() }
  }

  private func open(_ path: FilePath) -> TimelineFile? {
    var (records, problem): ([TimelineRecord], String?) = ([], nil)
    do throws(SystemCallError) {
      let file = try TimelineFile(path: path, reading: &records, problem: &problem)
      reports.post(.opened(records, problem: problem))
      return file
    } catch {
      reports.post(.refused("the timeline is not kept: \(error)"))
      return nil
    }
  }

  private func run(_ file: TimelineFile?, journal: Bool) {
    var unwritten: [TimelineRecord] = []
    var told: SystemCallError?
    while true {
      waitUntilReadable(work.descriptor, milliseconds: -1)
      let all = work.takeAll()
      let new = all.compactMap(\.self)
      if journal { StandardError.write(new.map { Journal.line($0.entry.text.printable) }.joined()) }
      if let file {
        unwritten = Array((unwritten + new).suffix(TimelineBook.capacity))
        do throws(SystemCallError) {
          try file.append(unwritten)
          (unwritten, told) = ([], nil)
        } catch {
          // It stays to be written with the next one, when the disk may have room again; said once is enough.
          if told != error { reports.post(.failed("the timeline is not kept: \(error)")) }
          told = error
        }
      }
      if all.contains(where: { $0 == nil }) { return }
    }
  }
}
