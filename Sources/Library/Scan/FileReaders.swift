internal import LinuxSystem
internal import PlayerCore
internal import Synchronization

/// Two threads that read files, fed and emptied by the one that scans. What waits is bounded, so that memory is.
final class FileReaders {
  /// What was read of a bunch; nil for a file that has gone meanwhile.
  private let results = Mailbox<(reader: Int, found: [ReadingResult?])>()
  private let orders: [Mailbox<[ReadingOrder]?>]
  /// Bunches that a reader has not answered.
  private var waiting: [Int]
  private var bunch: [ReadingOrder] = []
  private let isOver = Stop()

  /// Whether nobody wants to know any more.
  private final class Stop: Sendable {
    let isSet = Atomic(false)
  }

  /// Files that go to a reader together: waking a thread takes as long as reading a file does.
  private static let bunchSize = 32
  private static let mostWaiting = 6
  /// libavformat's readers of some formats need more than a thread has by default here.
  private static let stackSize = 2 << 20

  /// Starts the threads, which read by `read`.
  init(_ read: @escaping @Sendable (FilePath) -> FileReading) {
    orders = (0..<2).map { _ in Mailbox() }
    waiting = orders.map { _ in 0 }
    for (reader, mailbox) in orders.enumerated() {
      _ = Thread(name: "scan \(reader)", stackSize: Self.stackSize) { [results, isOver] in
        while true {
          waitUntilReadable(mailbox.descriptor, milliseconds: -1)
          for bunch in mailbox.takeAll() {
            guard let bunch else { return }
            let now = WallClock.now
            results.post(
              (reader, bunch.map { isOver.isSet.load(ordering: .relaxed) ? nil : $0.result(read, now: now) }))
          }
        }
      }
    }
  }

  /// Each of the threads ends when it has read the file that it is at, however long that takes.
  deinit {
    isOver.isSet.store(true, ordering: .relaxed)
    for mailbox in orders { mailbox.post(nil) }
  }

  /// Whether another bunch would have to wait long.
  var isFull: Bool { waiting.allSatisfy { $0 >= Self.mostWaiting } }
  /// Whether nothing that was given is without its result.
  var isIdle: Bool { bunch.isEmpty && waiting.allSatisfy { $0 == 0 } }

  /// Has a file read, together with the next ones.
  func read(_ order: ReadingOrder) {
    bunch.append(order)
    if bunch.count == Self.bunchSize { flush() }
  }

  /// Has what was given read without waiting for more.
  func flush() {
    guard !bunch.isEmpty, let reader = waiting.indices.min(by: { waiting[$0] < waiting[$1] }) else { return }
    orders[reader].post(bunch)
    waiting[reader] += 1
    bunch.removeAll(keepingCapacity: true)
  }

  /// What was read since the last call, waiting for it so many milliseconds at most.
  func take(waiting milliseconds: Int32) -> [ReadingResult?] {
    if milliseconds > 0 { waitUntilReadable(results.descriptor, milliseconds: milliseconds) }
    return results.takeAll().flatMap { answer in
      waiting[answer.reader] -= 1
      return answer.found
    }
  }
}
