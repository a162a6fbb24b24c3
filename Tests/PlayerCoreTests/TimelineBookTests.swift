import PlayerCore
import Testing

/// The newest entries of the timeline, and their numbers.
@Suite struct TimelineBookTests {
  private func entry(_ number: Int) -> TimelineEntry {
    TimelineEntry(kind: .decision, rules: [], sentence: "\(number)")
  }

  private func book(_ count: Int) -> TimelineBook {
    var book = TimelineBook()
    for number in 0..<count { _ = book.append(entry(number + 1), time: Int64(number)) }
    return book
  }

  @Test func `entries count from one, and the oldest are left out`() {
    #expect(book(0).first == 1 && book(0).last == 0)
    #expect(book(3).records.map(\.number) == [1, 2, 3])
    let full = book(TimelineBook.capacity + 5)
    #expect(full.first == 6 && full.last == Int64(TimelineBook.capacity + 5))
    #expect(full.records.count == TimelineBook.capacity && full.records.first?.entry.sentence == "6")
  }

  @Test func `what earlier runs have left comes before it, with no gap in the numbers`() {
    var two = book(2)
    two.prepend(book(3).records)
    #expect(two.records.map(\.number) == [-2, -1, 0, 1, 2])
    #expect(two.records.map(\.entry.sentence) == ["1", "2", "3", "1", "2"])
    two.prepend(book(TimelineBook.capacity).records)
    #expect(two.records.count == TimelineBook.capacity && two.last == 2)
    #expect(two.records.first?.number == two.first)
  }

  @Test(arguments: [
    (Int64.min, 2, [Int64(-1), 0]), (0, 9, [0, 1, 2]), (2, 1, [2]), (3, 5, []), (-5, 1, [-1]), (1, 0, []),
  ])
  func `a range of it begins where it can`(from: Int64, count: Int, numbers: [Int64]) {
    var book = book(2)
    book.prepend(self.book(2).records)
    #expect(book.records(from: from, count: count).map(\.number) == numbers)
  }

  @Test func `what another process tells is joined on, or begins anew`() {
    let all = book(10)
    var mirror = TimelineBook()
    mirror.join(Array(all.records(from: 3, count: 2)))
    mirror.join(Array(all.records(from: 5, count: 2)))
    mirror.join([])
    #expect(mirror.records.map(\.number) == [3, 4, 5, 6] && mirror.first == 3 && mirror.last == 6)
    mirror.join(Array(all.records(from: 9, count: 2)))
    #expect(mirror.records.map(\.number) == [9, 10])
  }
}
