import LinuxSystem
import PlayerCore
import Testing

@testable import AudioEngine

@Suite struct RingTests {
  private func ring() -> RingStorage {
    RingStorage(wakingWriter: EventDescriptor(), wakingReader: EventDescriptor())
  }

  @Test(arguments: [
    (44_100, 2, 262_144), (48_000, 2, 262_144), (96_000, 2, 524_288), (192_000, 8, 262_144), (8_000, 1, 65_536),
    (192_000, 64, 32_768),
  ])
  func `a stream gets five seconds and a bit, as far as the memory goes`(rate: Int, channels: Int, capacity: Int) {
    let shape = RingShape(rate: rate, layout: ChannelLayout(channels: channels))
    #expect(shape.capacity == capacity)
    #expect(shape.capacity * channels <= RingStorage.samples)
  }

  @Test func `frames go around the end of the memory whole`() {
    let storage = ring()
    var writer = RingWriter(storage)
    var reader = RingReader(storage)
    let shape = RingShape(rate: 1000, layout: ChannelLayout(channels: 3))
    writer.reshape(shape)
    reader.shape = shape
    let block = StagingBlock(
      frames: 700, routing: ChannelRouting(from: shape.layout, to: shape.layout.speakers), format: .float, dithers: true
    )
    var written = 0
    var heard: [Float] = []
    while heard.count < 30_000 {
      let (start, frames) = writer.span()
      let count = min(frames, 500)
      for index in 0..<count * 3 { start[index] = Float(written * 3 + index) / 1_000_000 }
      written += count
      writer.publish(count)
      let available = min(reader.published - reader.rendered, 700)
      block.fill(from: reader.memory, shape: shape, at: reader.rendered, count: available, envelope: Envelope())
      heard += Array(
        UnsafeBufferPointer(start: block.device.assumingMemoryBound(to: Float.self), count: available * 3))
      reader.advance(by: available)
      reader.release(before: reader.rendered)
    }
    #expect(heard == heard.indices.map { Float($0) / 1_000_000 })
  }

  @Test func `what was heard is given back, what was only rendered is not`() {
    let storage = ring()
    var writer = RingWriter(storage)
    var reader = RingReader(storage)
    let shape = RingShape(rate: 1000, layout: ChannelLayout(channels: 1))
    writer.reshape(shape)
    reader.shape = shape
    writer.publish(shape.capacity)
    var rooms = [writer.room]
    reader.advance(by: 1000)
    rooms.append(writer.room)
    reader.release(before: 400)
    rooms.append(writer.room)
    reader.rewind(to: 100)
    let rendered = reader.rendered
    reader.release(before: shape.capacity)
    let isDrained = writer.isDrained
    #expect(rooms == [0, 0, 400])
    #expect(rendered == 400)
    #expect(isDrained)
  }

  @Test func `either end is woken at the frame it asked for, and not put to sleep beyond it`() {
    let storage = ring()
    var writer = RingWriter(storage)
    var reader = RingReader(storage)
    writer.reshape(RingShape(rate: 1000, layout: ChannelLayout(channels: 1)))
    var sleeps = [reader.wakes(whenPublished: 10)]
    writer.publish(20)
    sleeps.append(reader.wakes(whenPublished: 20))
    sleeps.append(writer.wakes(whenReleased: 5))
    reader.release(before: 5)
    sleeps.append(writer.wakes(whenReleased: 5))
    #expect(sleeps == [true, false, true, false])
  }

  @Test func `two threads hand over every frame once, in order`() {
    let writerEvent = EventDescriptor()
    let storage = RingStorage(wakingWriter: writerEvent, wakingReader: EventDescriptor())
    let total = 300_000
    let thread = Thread(name: "ring-writer") {
      var writer = RingWriter(storage)
      writer.reshape(RingShape(rate: 1000, layout: ChannelLayout(channels: 1)))
      while writer.next < total {
        let (start, frames) = writer.span()
        let count = min(frames, 777, total - writer.next)
        for index in 0..<count { start[index] = Float(writer.next + index) }
        if count > 0 { writer.publish(count) }
      }
    }
    var reader = RingReader(storage)
    reader.shape = RingShape(rate: 1000, layout: ChannelLayout(channels: 1))
    var wrong = 0
    while reader.rendered < total {
      let frames = reader.published - reader.rendered
      for frame in reader.rendered..<reader.rendered + frames
      where reader.memory[frame & (reader.shape.capacity - 1)] != Float(frame) { wrong += 1 }
      reader.advance(by: frames)
      reader.release(before: reader.rendered)
    }
    thread.join()
    #expect(wrong == 0)
  }

  @Test func `a queue is first in, first out, and full when it is full`() {
    let storage = QueueStorage<Int>(capacity: 4)
    var writer = QueueWriter(storage)
    var reader = QueueReader(storage)
    for round in 0..<10 {
      let pushed = (0..<5).map { writer.push(round * 4 + $0) }
      let third = reader[2]
      let popped = (0..<5).map { _ in reader.pop() }
      #expect(pushed == [true, true, true, true, false])
      #expect(third == round * 4 + 2)
      #expect(popped == (0..<4).map { round * 4 + $0 } + [nil])
    }
  }
}
