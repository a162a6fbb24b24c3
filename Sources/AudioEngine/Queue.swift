internal import Synchronization

/// The memory of a queue between two threads, without a lock. One thread owns its `QueueWriter`, one its `QueueReader`.
final class QueueStorage<Element: Sendable>: Sendable {
  fileprivate nonisolated(unsafe) let slots: UnsafeMutablePointer<Element>
  fileprivate let mask: Int
  fileprivate let head = Atomic<Int>(0)
  fileprivate let tail = Atomic<Int>(0)

  /// Room for `capacity` elements, a power of two. Elements must be plain values: they are copied byte by byte and
  /// never destroyed, which is what keeps reference counting off the output thread.
  init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a queue's capacity is a power of two")
    precondition(_isPOD(Element.self), "a queue holds plain values only")
    slots = .allocate(capacity: capacity)
    mask = capacity - 1
  }

  deinit { slots.deallocate() }
}

/// The end of a queue that one thread pushes to.
struct QueueWriter<Element: Sendable>: ~Copyable {
  private let storage: QueueStorage<Element>

  init(_ storage: QueueStorage<Element>) { self.storage = storage }

  /// How many more elements fit now.
  var room: Int {
    storage.mask + 1 - (storage.tail.load(ordering: .relaxed) - storage.head.load(ordering: .acquiring))
  }

  /// Adds `element`; false if the queue is full.
  @discardableResult
  mutating func push(_ element: Element) -> Bool {
    guard room > 0 else { return false }
    let tail = storage.tail.load(ordering: .relaxed)
    (storage.slots + (tail & storage.mask)).initialize(to: element)
    storage.tail.store(tail + 1, ordering: .releasing)
    return true
  }
}

/// The end of a queue that one thread takes from.
struct QueueReader<Element: Sendable>: ~Copyable {
  private let storage: QueueStorage<Element>

  init(_ storage: QueueStorage<Element>) { self.storage = storage }

  /// How many elements are there now.
  var count: Int { storage.tail.load(ordering: .acquiring) - storage.head.load(ordering: .relaxed) }

  /// The element that `index` others are before; it must be there (see `count`).
  subscript(index: Int) -> Element {
    storage.slots[(storage.head.load(ordering: .relaxed) + index) & storage.mask]
  }

  /// Takes the oldest element; nil if there is none.
  mutating func pop() -> Element? {
    guard count > 0 else { return nil }
    let element = self[0]
    storage.head.store(storage.head.load(ordering: .relaxed) + 1, ordering: .releasing)
    return element
  }
}
