import LinuxSystem
import PlayerCore

/// Saves levels as they change, on a thread of its own: a disk that is slow to sync must not delay the loop.
final nonisolated class VolumeKeeper {
  private let file: VolumeFile
  private let books = Mailbox<VolumeBook?>()
  private var thread: Thread?
  private var newest: VolumeBook?

  init(file: VolumeFile) { self.file = file }

  /// Has `book` saved soon.
  func save(_ book: VolumeBook) {
    newest = book
    if thread == nil { thread = Thread(name: "volume") { [file, books] in Self.work(file, books) } }
    books.post(book)
  }

  /// Waits until the newest book is on the disk.
  ///
  /// - Throws: when it could not be written.
  func finish() throws(SystemCallError) {
    guard let newest, let thread else { return }
    books.post(nil)
    thread.join()
    try file.save(newest)
  }

  private static func work(_ file: VolumeFile, _ books: Mailbox<VolumeBook?>) {
    while true {
      waitUntilReadable(books.descriptor, milliseconds: -1)
      let all = books.takeAll()
      // A failure now is tried again at the end of the program, and told then.
      if let newest = all.compactMap(\.self).last { try? file.save(newest) }
      if all.contains(where: { $0 == nil }) { return }
    }
  }
}
