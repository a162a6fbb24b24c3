import LinuxSystem
import PlayerCore

/// Reads and saves what was heard, on a thread of its own: a disk may be slow. And knows which day it is.
final class ListeningKeeper {
  private nonisolated enum Work: Sendable {
    case save(ListeningBook, today: Int)
    case end
  }

  private let work = Mailbox<Work>()
  private let events = Mailbox<Event>()
  private let hasEnded = EventDescriptor()
  private var thread: Thread?
  private var day: Int?

  /// Reads the file at `path`.
  init(path: FilePath) {
    thread = Thread(name: "listening") { [work, events, hasEnded] in
      Self.run(ListeningFile(path: path), work, events)
      hasEnded.signal()
    }
  }

  /// Readable when there is something to take.
  var descriptor: Int32 { events.descriptor }

  /// What the core should know: what earlier runs have heard, what went wrong, and which day it is if that is another
  /// than at the last look.
  func takeEvents() -> [Event] {
    let today = LocalTime.day(at: WallClock.now)
    defer { day = today }
    return (day == today ? [] : [.dayBegan(today)]) + events.takeAll()
  }

  /// Has saved what was heard besides what was given before.
  func save(_ book: ListeningBook, today: Int) { work.post(.save(book, today: today)) }

  /// Waits until all is saved, no longer than `limit`; the last call. Returns what the user should know.
  func finish(within limit: Duration = .seconds(2)) -> [String] {
    work.post(.end)
    if hasEnded.wait(limit) { thread?.join() }
    return events.takeAll().compactMap { if case .noticed(let text) = $0 { text } else { nil } }
  }

  private static nonisolated func run(_ file: ListeningFile, _ work: Mailbox<Work>, _ events: Mailbox<Event>) {
    let (book, problem) = file.load()
    events.post(.listeningOpened(book))
    if let problem { events.post(.noticed(problem)) }
    var unsaved = ListeningBook()
    var today = 0
    var hasFailed = false
    var ends = false
    while !ends {
      waitUntilReadable(work.descriptor, milliseconds: -1)
      for item in work.takeAll() {
        switch item {
        case .save(let book, let day):
          unsaved.add(book)
          today = day
        case .end: ends = true
        }
      }
      // Another player that writes just now has soon done so.
      for _ in 0..<(ends ? 50 : 1) where !unsaved.isEmpty {
        do throws(SystemCallError) {
          if try file.add(unsaved, today: today) { unsaved = ListeningBook() }
        } catch {
          if !hasFailed { events.post(.noticed("listening time is not kept: \(error)")) }
          hasFailed = true
          break
        }
        if !unsaved.isEmpty { waitUntilReadable(work.descriptor, milliseconds: 10) }
      }
    }
  }
}
