public import PlayerCore

/// A snapshot without the entries of its queue, of which only the current one is with it: the others are asked for by
/// range.
public struct StateLine: Equatable, Sendable {
  /// The state. Its queue is empty here, whatever it is at the player.
  public var snapshot: Snapshot
  /// How many entries the queue has.
  public var count: Int
  /// Where in the queue the current entry is, from 0.
  public var index: Int?
  /// The current entry.
  public var entry: QueueEntry?

  /// What is to be told of `snapshot`.
  public init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    self.snapshot.queue = []
    count = snapshot.queue.count
    index = snapshot.current.flatMap { current in snapshot.queue.firstIndex { $0.id == current } }
    entry = index.map { snapshot.queue[$0] }
  }

  /// How far the playhead is in the current track, at `now`.
  public func position(at now: MonotonicTime) -> Duration {
    snapshot.playhead.rate.duration(of: snapshot.playhead.frame(at: now))
  }

  var json: JSON { .object(jsonObject) }

  var jsonObject: JSONObject {
    var object = snapshot.jsonWithoutQueue
    var queue: JSONObject = ["revision": JSON(snapshot.queueRevision), "count": JSON(count)]
    queue["current"] = snapshot.current?.json
    queue["index"] = index.map { JSON($0) }
    queue["entry"] = entry?.json
    object["queue"] = .object(queue)
    return object
  }

  static func reading(_ json: JSON) throws(WireError) -> StateLine {
    let object = try JSON.object(json)
    var line = StateLine(try Snapshot(withoutQueue: object))
    let queue = try object.read("queue", JSON.object)
    do throws(WireError) { try line.readQueue(queue) } catch { throw error.under("queue") }
    return line
  }

  private mutating func readQueue(_ queue: JSONObject) throws(WireError) {
    snapshot.queueRevision = try queue.read("revision", JSON.integer)
    snapshot.current = try queue.readIfThere("current", QueueEntryID.reading)
    count = try queue.read("count", JSON.integer(in: 0...Int(Int32.max)))
    index = try queue.readIfThere("index", JSON.integer(in: 0...Int(Int32.max)))
    entry = try queue.readIfThere("entry", QueueEntry.reading)
    if let index, index >= count { throw WireError("is not below count", field: "index") }
  }
}
