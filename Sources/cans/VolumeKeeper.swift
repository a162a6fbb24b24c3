import LinuxSystem
import PlayerCore

/// Saves levels as they change, on a thread of its own: a disk that is slow to sync must not delay the loop.
final nonisolated class VolumeKeeper {
  private let file: VolumeFile
  private let saved: VolumeBook
  private let books = Mailbox<VolumeBook?>()
  /// Why the newest book is not on the disk, once the thread has ended.
  private let failure = LatestValue<SystemCallError>()
  private var thread: Thread?

  /// Keeps levels in `file`, from which `saved` was read.
  init(file: VolumeFile, saved: VolumeBook) {
    self.file = file
    self.saved = saved
  }

  /// Has `book` saved soon.
  func save(_ book: VolumeBook) {
    if thread == nil {
      thread = Thread(name: "volume") { [file, saved, books, failure] in Self.work(file, saved, books, failure) }
    }
    books.post(book)
  }

  /// Waits until the newest book is on the disk.
  ///
  /// - Throws: when it could not be written.
  func finish() throws(SystemCallError) {
    guard let thread else { return }
    books.post(nil)
    thread.join()
    if let error = failure.take() { throw error }
  }

  private static func work(
    _ file: VolumeFile, _ saved: VolumeBook, _ books: Mailbox<VolumeBook?>, _ failure: LatestValue<SystemCallError>
  ) {
    var saved = saved
    var unsaved: VolumeBook?
    while true {
      waitUntilReadable(books.descriptor, milliseconds: -1)
      let all = books.takeAll()
      unsaved = all.compactMap(\.self).last ?? unsaved
      let isLast = all.contains { $0 == nil }
      if let book = unsaved {
        do throws(SystemCallError) {
          try file.save(book, since: saved)
          (saved, unsaved) = (book, nil)
        } catch {
          // A failure now is tried again at the end of the program, and told then.
          if isLast { failure.put(error) }
        }
      }
      if isLast { return }
    }
  }
}
