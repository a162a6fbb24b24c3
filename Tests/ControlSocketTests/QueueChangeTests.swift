import PlayerCore
import Testing

@testable import ControlSocket

/// Applying the changes to the old queue makes the new one, and they are no more than was changed.
@Suite struct QueueChangeTests {
  private func queue(_ numbers: [UInt32]) -> [QueueEntry] {
    numbers.map { QueueEntry(id: QueueEntryID($0), path: FilePath("/\($0)")) }
  }

  private func apply(_ changes: [QueueChange], to old: [QueueEntry], of new: [QueueEntry]) -> [QueueEntry] {
    var result = old
    for change in changes {
      result.replaceSubrange(
        change.from..<change.from + change.removed, with: new[change.from..<change.from + change.count])
    }
    return result
  }

  @Test func `the same queue has no changes`() {
    #expect(QueueChange.between([], []) == [])
    #expect(QueueChange.between(queue([1, 2]), queue([1, 2])) == [])
  }

  @Test func `what came and went is one change`() {
    let old = queue([1, 2, 3, 4, 5])
    #expect(QueueChange.between([], old) == [QueueChange(from: 0, removed: 0, count: 5)])
    #expect(QueueChange.between(old, []) == [QueueChange(from: 0, removed: 5, count: 0)])
    #expect(QueueChange.between(old, queue([1, 2, 9, 3, 4, 5])) == [QueueChange(from: 2, removed: 0, count: 1)])
    #expect(QueueChange.between(old, queue([1, 2, 4, 5])) == [QueueChange(from: 2, removed: 1, count: 0)])
    #expect(QueueChange.between(old, queue([1, 4, 2, 3, 5])) == [QueueChange(from: 1, removed: 3, count: 3)])
    #expect(QueueChange.between(old, queue([1, 2, 3, 4, 5, 6])) == [QueueChange(from: 5, removed: 0, count: 1)])
  }

  @Test func `what was learnt of entries is told in runs`() {
    let old = queue([1, 2, 3, 4, 5])
    var new = old
    for index in [0, 1, 3] { new[index].facts.title = "t" }
    #expect(
      QueueChange.between(old, new) == [
        QueueChange(from: 0, removed: 2, count: 2), QueueChange(from: 3, removed: 1, count: 1),
      ])
  }

  @Test func `many small changes are told as one`() {
    let old = queue(Array(1...200))
    var new = old
    for index in stride(from: 4, to: 190, by: 2) { new[index].problem = "gone" }
    #expect(QueueChange.between(old, new) == [QueueChange(from: 4, removed: 185, count: 185)])
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `any two queues`(block: UInt64) {
    for seed in 0..<100 as Range<UInt64> {
      var random = Random(seed: block * 100 + seed)
      let old = queue(Array(1...UInt32(random.number(1...90))))
      var new = old
      for _ in 0..<random.number(0...3) {
        switch random.number(0...3) {
        case 0:
          new.insert(
            contentsOf: queue(random.some(4) { $0.number(1_000...UInt32.max) }), at: random.number(0...new.count))
        case 1: if !new.isEmpty { new.remove(at: random.number(0...new.count - 1)) }
        case 2: if new.count > 1 { new.insert(new.removeLast(), at: random.number(0...new.count - 1)) }
        default:
          for index in new.indices where random.coin() { new[index].facts.title = random.text() }
        }
      }
      let changes = QueueChange.between(old, new)
      #expect(apply(changes, to: old, of: new) == new)
      #expect(changes.count <= QueueChange.most && changes.isEmpty == (old == new))
    }
  }
}
