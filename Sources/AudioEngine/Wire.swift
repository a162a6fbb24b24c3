internal import LinuxSystem
internal import PlayerCore
internal import Synchronization

/// Everything that runs between the three parties: control, decode thread and output thread.
final class Wire: Sendable {
  /// Wakes the output thread.
  let outputEvent = EventDescriptor()
  /// Wakes the decode thread when the ring has room; its orders wake it by themselves.
  let roomEvent = EventDescriptor()
  /// Wakes the control side: there are reports.
  let reportEvent = EventDescriptor()

  let ring: RingStorage
  let marks = QueueStorage<StreamMark>(capacity: 64)
  let orders = QueueStorage<OutputOrder>(capacity: 256)
  let reports = QueueStorage<OutputReport>(capacity: 1024)

  /// No stream whose key (`key(of:)`) is below this may sound.
  let silencedBelow = Atomic<UInt64>(0)
  /// The control side has orders that did not fit into the queue: signal `reportEvent` once there is room.
  let ordersWait = Atomic<Bool>(false)
  /// The threads are to end.
  let stops = Atomic<Bool>(false)

  /// Orders for the decode thread.
  let feed = Mailbox<FeedOrder>()
  /// What device the stream needs that starts at the next start mark. Looked at only to open it.
  let request = Guarded<DeviceRequest?>(nil)
  /// The decode thread's reports.
  let decoded = Guarded<[EngineReport]>([])
  /// The output thread's reports that have words.
  let worded = Guarded<[WordedReport]>([])

  init() { ring = RingStorage(wakingWriter: roomEvent, wakingReader: outputEvent) }

  /// Puts generations in order with releases, which come between two of them.
  static func key(of generation: Generation) -> UInt64 { UInt64(generation.number) * 2 }
}
