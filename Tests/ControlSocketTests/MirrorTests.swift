import PlayerCore
import Testing

@testable import ControlSocket

/// A mirror that is told what a watcher is told, and whose questions are answered, shows what the player shows.
@Suite struct MirrorTests {
  /// A player's side: tells of changes and answers for the state that was told last.
  private struct Teller {
    var told = Snapshot()
    var isFirst = true

    mutating func tell(_ snapshot: Snapshot) -> ControlMessage {
      let changes =
        isFirst
        ? [QueueChange(from: 0, removed: 0, count: snapshot.queue.count)]
        : QueueChange.between(told.queue, snapshot.queue)
      isFirst = false
      told = snapshot
      return ControlMessage(.state(StateLine(snapshot), changes))
    }

    func answer(_ request: ControlRequest, atMost: Int) -> ControlMessage? {
      guard case .queue(let from, let count) = request else { return nil }
      let start = min(from, told.queue.count)
      let end = min(start + min(count, atMost), told.queue.count)
      return ControlMessage(
        .entries(
          Array(told.queue[start..<end]), from: from, total: told.queue.count, revision: told.queueRevision))
    }
  }

  private func snapshot(_ numbers: some Sequence<UInt32>, revision: UInt64, current: UInt32?) -> Snapshot {
    var snapshot = Snapshot()
    snapshot.queue = numbers.map { QueueEntry(id: QueueEntryID($0), path: FilePath("/\($0)")) }
    snapshot.queueRevision = revision
    snapshot.current = current.map { QueueEntryID($0) }
    return snapshot
  }

  /// Answers all questions of `mirror` that follow from `message`.
  private func settle(_ mirror: inout SnapshotMirror, _ message: ControlMessage, _ teller: Teller, atMost: Int = 7) {
    var requests = mirror.take(message)
    while let request = requests.popLast() {
      if let answer = teller.answer(request, atMost: atMost) { requests += mirror.take(answer) }
    }
  }

  @Test func `it shows nothing until it has been told`() {
    #expect(SnapshotMirror().snapshot == nil)
  }

  @Test func `an empty queue is shown at once`() {
    var (mirror, teller) = (SnapshotMirror(), Teller())
    let empty = Snapshot()
    #expect(mirror.take(teller.tell(empty)) == [])
    #expect(mirror.snapshot == empty)
  }

  @Test func `of a long queue the tracks around the current one come first`() throws {
    var (mirror, teller) = (SnapshotMirror(), Teller())
    let long = snapshot(1...100_000, revision: 5, current: 50_000)
    let request = try #require(mirror.take(teller.tell(long)).first)
    #expect(request == .queue(from: 49_999 - SnapshotMirror.surroundings, count: SnapshotMirror.surroundings))
    #expect(mirror.snapshot == nil)
    var answered = 0
    var next: ControlRequest? = request
    while let request = next, mirror.snapshot == nil {
      answered += 1
      next = try mirror.take(#require(teller.answer(request, atMost: 100))).first
    }
    #expect(answered <= 5)
    #expect(mirror.snapshot?.queue.count == 100_000)
    #expect(mirror.snapshot?.queue[50_010] == long.queue[50_010])
    while let request = next { next = try mirror.take(#require(teller.answer(request, atMost: 5_000))).first }
    #expect(mirror.snapshot == long)
  }

  @Test func `a change that is told before an answer does not spoil it`() throws {
    var (mirror, teller) = (SnapshotMirror(), Teller())
    let question = try #require(mirror.take(teller.tell(snapshot(1...10, revision: 1, current: 1))).first)
    // Told while the question was under way.
    let changed = snapshot([9, 1, 2, 3], revision: 2, current: 9)
    #expect(mirror.take(teller.tell(changed)) == [])
    settle(&mirror, try #require(teller.answer(question, atMost: 3)), teller)
    #expect(mirror.snapshot == changed)
  }

  @Test func `changes that cannot be are no harm`() {
    var (mirror, teller) = (SnapshotMirror(), Teller())
    let state = snapshot(1...5, revision: 1, current: 1)
    settle(&mirror, teller.tell(state), teller)
    let wrong = [QueueChange(from: 4, removed: 9, count: 1), QueueChange(from: 99, removed: 0, count: 2)]
    var next = snapshot(1...6, revision: 2, current: 1)
    next.queueRevision = 2
    teller.told = next
    settle(&mirror, ControlMessage(.state(StateLine(next), wrong)), teller)
    #expect(mirror.snapshot == next)
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func `any changes`(seed: UInt64) {
    var random = Random(seed: seed)
    var (mirror, teller) = (SnapshotMirror(), Teller())
    var number: UInt32 = 0
    var queue: [QueueEntry] = []
    func new(_ count: Int) -> [QueueEntry] {
      (0..<count).map { _ in
        number += 1
        return QueueEntry(id: QueueEntryID(number), path: FilePath("/\(number)"))
      }
    }
    for revision in 1...60 as ClosedRange<UInt64> {
      switch random.number(0...5) {
      case 0: queue.insert(contentsOf: new(random.number(1...40)), at: random.number(0...queue.count))
      case 1: queue.removeAll { _ in random.number(0...3) == 0 }
      case 2: queue.reverse()
      case 3: if !queue.isEmpty { queue.append(queue.remove(at: random.number(0...queue.count - 1))) }
      default: for index in queue.indices where random.number(0...4) == 0 { queue[index].facts.title = "\(revision)" }
      }
      var state = Snapshot()
      state.queue = queue
      state.queueRevision = revision
      state.current = queue.isEmpty ? nil : queue[random.number(0...queue.count - 1)].id
      settle(&mirror, teller.tell(state), teller, atMost: random.number(1...30))
      #expect(mirror.snapshot == state)
    }
  }
}
