public import LinuxSystem
public import PlayerCore

/// Keeps the session from one run of the player to the next, on a thread of its own: a disk that is slow delays nobody.
/// Used on one thread.
public final class SessionStore: Sendable {
  /// What its thread has to tell.
  public enum Report: Sendable, Equatable {
    /// It is open, and held this session, or none. What is given to it from now on is saved.
    case opened(SavedSession?)
    /// Nothing can be kept; the reason is for people.
    case refused(String)
    /// Something that the user should know.
    case noticed(String)

    /// What the core is told.
    public var event: Event {
      switch self {
      case .opened(let session): .sessionOpened(session)
      case .refused(let reason): .sessionRefused(reason)
      case .noticed(let text): .noticed(text)
      }
    }
  }

  private struct Change {
    var place: SavedPlace
    var queue: PlayQueue?
  }

  /// What there is to tell, for the loop.
  public let reports = Mailbox<Report>()
  private let changes = Mailbox<Change?>()
  private let hasEnded = EventDescriptor()
  /// All that was told against keeping the session.
  private let problems = Guarded<[String]>([])
  private let thread = Guarded<Thread?>(nil)

  /// Opens the database at `path` soon; `reports` will say what came of it.
  public init(path: FilePath) {
    let started = Thread(name: "session") { [self] in
      work(path)
      hasEnded.signal()
    }
    thread.withLock { $0 = started }
  }

  /// Has the place saved soon, and the queue if that is given. What has not been written before the next one comes is
  /// not written at all.
  public func save(_ place: SavedPlace, queue: PlayQueue?) { changes.post(Change(place: place, queue: queue)) }

  /// Waits until everything is on the disk, no longer than `limit`; the last call.
  ///
  /// - Returns: all that has gone wrong since the start, for people.
  public func finish(within limit: Duration = .seconds(5)) -> [String] {
    changes.post(nil)
    guard hasEnded.wait(limit) else {
      return problems.withLock { $0 } + ["the session is not saved: the disk is too slow"]
    }
    thread.withLock { $0 }?.join()
    return problems.withLock { $0 }
  }

  private func work(_ path: FilePath) {
    var contents = SessionFile.Contents()
    do throws(SessionFileError) {
      let file = try SessionFile.open(at: path, reading: &contents)
      reports.post(.opened(contents.session))
      contents.session = nil
      if let note = contents.note { complain(note) }
      keep(file)
    } catch {
      problems.withLock { $0.append(error.description) }
      reports.post(.refused(error.description))
    }
  }

  /// Saves what comes, until the end.
  private func keep(_ file: SessionFile) {
    var unsaved: Change?
    var told: String?
    while true {
      waitUntilReadable(changes.descriptor, milliseconds: -1)
      let all = changes.takeAll()
      for case let change? in all { unsaved = Change(place: change.place, queue: change.queue ?? unsaved?.queue) }
      let isLast = all.contains { $0 == nil }
      if let change = unsaved {
        do throws(DatabaseError) {
          try file.save(change.place, queue: change.queue.map { SavedQueue($0) })
          unsaved = nil
          told = nil
        } catch {
          // It stays to be saved with the next change, when the disk may have room again; said once is enough.
          let text = "the session is not saved: \(error.message)"
          if told != text { complain(text) }
          told = text
        }
      }
      if isLast { return }
    }
  }

  private func complain(_ text: String) {
    problems.withLock { $0.append(text) }
    reports.post(.noticed(text))
  }
}
