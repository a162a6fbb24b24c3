internal import LinuxSystem
internal import PlayerCore
internal import Synchronization

/// How the ring's memory is used for one stream.
struct RingShape: Hashable, Sendable {
  /// What the samples of a frame are meant for.
  let layout: ChannelLayout
  /// Frames that the ring holds, a power of two.
  let capacity: Int

  /// Samples in a frame.
  var channels: Int { layout.channels }

  /// At least 5.2 s of `layout` at `rate` (so that 44.1 kHz and 48 kHz get along with two megabytes in stereo), as far
  /// as the memory goes. A decoder that is woken every other second costs a tenth less than one woken twice a second.
  init(rate: Int, layout: ChannelLayout) {
    var capacity = 1024
    while capacity * 10 < rate * 52, capacity * 2 * layout.channels <= RingStorage.samples { capacity *= 2 }
    self.layout = layout
    self.capacity = capacity
  }

  /// As much of `layout` as there is memory for.
  init(layout: ChannelLayout) {
    var capacity = 1024
    while capacity * 2 * layout.channels <= RingStorage.samples { capacity *= 2 }
    self.layout = layout
    self.capacity = capacity
  }
}

/// The memory of the ring between the decode thread (`RingWriter`) and the output thread (`RingReader`).
///
/// Cursors count frames and only grow, so they never need to be compared around a wrap. A frame is published by moving
/// `published` past it, and given back by moving `released` past it; between the two it belongs to the reader, which
/// may render it as often as it likes.
final class RingStorage: Sendable {
  /// The samples that there is memory for. Pages that no stream's shape reaches are never touched and cost nothing.
  static let samples = 1 << 21

  fileprivate nonisolated(unsafe) let memory: UnsafeMutablePointer<Float>
  fileprivate let published = Atomic<Int>(0)
  fileprivate let released = Atomic<Int>(0)
  /// Where `released` has to be for the writer to be woken, and `published` for the reader. Either side
  /// sets its own, then looks again; the other moves its cursor, then looks here. Sequential consistency
  /// makes one of the two see the other.
  fileprivate let wakeWriterAt = Atomic<Int>(.max)
  fileprivate let wakeReaderAt = Atomic<Int>(.max)
  /// The newest frame from which on another track is heard; its complement (`~`) once that is not to be heard after
  /// all, and `.max` once it is. Both sides try to change it, and one of them comes first.
  fileprivate let border = Atomic<Int>(.max)
  fileprivate let writerEvent: EventDescriptor
  fileprivate let readerEvent: EventDescriptor

  /// An empty ring that wakes its ends through these events.
  init(wakingWriter writerEvent: EventDescriptor, wakingReader readerEvent: EventDescriptor) {
    memory = .allocate(capacity: RingStorage.samples)
    self.writerEvent = writerEvent
    self.readerEvent = readerEvent
  }

  deinit { memory.deallocate() }
}

/// The decode thread's end of the ring.
struct RingWriter: ~Copyable {
  private let storage: RingStorage
  private(set) var shape = RingShape(rate: 1, layout: ChannelLayout(channels: 1))
  /// The next frame to be published.
  private(set) var next = 0

  init(_ storage: RingStorage) { self.storage = storage }

  /// The frame before which everything was given back.
  var released: Int { storage.released.load(ordering: .sequentiallyConsistent) }

  /// Whether the reader holds nothing any more.
  var isDrained: Bool { released == next }

  /// Frames that can be written now.
  var room: Int { shape.capacity - (next - released) }

  /// Uses the memory for another kind of stream; only when drained.
  mutating func reshape(_ shape: RingShape) {
    precondition(isDrained, "frames of the old shape are still in use")
    self.shape = shape
  }

  /// Where the next frames go, and how many can be written there without a break.
  func span() -> (start: UnsafeMutablePointer<Float>, frames: Int) {
    let index = next & (shape.capacity - 1)
    return (storage.memory + index * shape.channels, min(room, shape.capacity - index))
  }

  /// Hands over the `frames` frames just written to `span`.
  mutating func publish(_ frames: Int) {
    next += frames
    storage.published.store(next, ordering: .sequentiallyConsistent)
    if next >= storage.wakeReaderAt.load(ordering: .sequentiallyConsistent) { wakeReader() }
  }

  /// Another track is heard from `frame` on; or from none any more, in a stream that begins.
  func setBorder(at frame: Int?) { storage.border.store(frame ?? .max, ordering: .sequentiallyConsistent) }

  /// Ends the stream before `frame`, its newest border, whatever was written from there on. False if that is heard
  /// already.
  func cut(at frame: Int) -> Bool {
    guard storage.border.compareExchange(expected: frame, desired: ~frame, ordering: .sequentiallyConsistent).exchanged
    else { return false }
    wakeReader()
    return true
  }

  /// Wakes the reader whatever it waits for.
  func wakeReader() {
    storage.wakeReaderAt.store(.max, ordering: .sequentiallyConsistent)
    storage.readerEvent.signal()
  }

  /// Has the writer woken once everything before `frame` was given back. False if that is so already.
  func wakes(whenReleased frame: Int) -> Bool {
    storage.wakeWriterAt.store(frame, ordering: .sequentiallyConsistent)
    if released < frame { return true }
    storage.wakeWriterAt.store(.max, ordering: .sequentiallyConsistent)
    return false
  }
}

/// The output thread's end of the ring, with two cursors: what was handed to the device, and what was heard of it.
struct RingReader: ~Copyable {
  private let storage: RingStorage
  /// The memory, for the fill path, which may not reach through an object.
  let memory: UnsafePointer<Float>
  /// How the present stream uses the memory.
  var shape = RingShape(rate: 1, layout: ChannelLayout(channels: 1))
  /// The next frame to be rendered.
  private(set) var rendered = 0
  /// The next frame to be heard.
  private(set) var released = 0

  init(_ storage: RingStorage) {
    self.storage = storage
    memory = UnsafePointer(storage.memory)
  }

  /// The frame before which everything was written.
  var published: Int { storage.published.load(ordering: .sequentiallyConsistent) }

  /// The frame before which the writer has cut the stream off; nil if it has not.
  var cut: Int? {
    let border = storage.border.load(ordering: .sequentiallyConsistent)
    return border < 0 ? ~border : nil
  }

  /// The border at `frame` is heard, unless the stream is cut there: then false.
  func passBorder(at frame: Int) -> Bool {
    storage.border.compareExchange(expected: frame, desired: .max, ordering: .sequentiallyConsistent).original
      != ~frame
  }

  /// Counts `frames` frames as rendered.
  mutating func advance(by frames: Int) { rendered += frames }

  /// Goes back, so that frames from `frame` on are rendered again; never before what was given back.
  mutating func rewind(to frame: Int) { rendered = max(released, min(frame, rendered)) }

  /// Gives back everything before `frame`, as it was heard.
  mutating func release(before frame: Int) {
    guard frame > released else { return }
    released = frame
    rendered = max(rendered, frame)
    storage.released.store(frame, ordering: .sequentiallyConsistent)
    if frame >= storage.wakeWriterAt.load(ordering: .sequentiallyConsistent) {
      storage.wakeWriterAt.store(.max, ordering: .sequentiallyConsistent)
      storage.writerEvent.signal()
    }
  }

  /// Has the reader woken once everything before `frame` is written. False if that is so already.
  func wakes(whenPublished frame: Int) -> Bool {
    storage.wakeReaderAt.store(frame, ordering: .sequentiallyConsistent)
    if published < frame { return true }
    storage.wakeReaderAt.store(.max, ordering: .sequentiallyConsistent)
    return false
  }
}
