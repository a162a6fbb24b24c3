internal import ControlSocket
internal import LinuxSystem
internal import PlayerCore

/// Prints the timeline.
enum LogReading {
  /// Prints the newest `count` entries, or all; and new ones until the player ends, if `follows`.
  static func tell(
    _ session: inout Session, count: Int?, follows: Bool, _ wantsJSON: Bool
  ) throws(Failure) {
    let (_, first, last) = try answer(try session.ask(.log(from: 0, count: 0)))
    var next = max(first, count.map { last + 1 - Int64($0) } ?? first)
    while next <= last {
      let (records, _, _) = try answer(try session.ask(.log(from: next, count: Int(last + 1 - next))))
      guard let newest = records.last else { break }
      print(records, wantsJSON)
      next = newest.number + 1
    }
    if follows { try follow(&session, from: last + 1, wantsJSON) }
  }

  private static func follow(_ session: inout Session, from first: Int64, _ wantsJSON: Bool) throws(Failure) {
    var next = first
    var isAsking = false
    var told: UInt64 = 0
    try session.send(.watch(isScreen: false))
    while true {
      let received: Session.Received
      do throws(Failure) { received = try session.next() } catch {
        // The player has ended: so has what there is to tell.
        if error == Failure(.lost) { return }
        throw error
      }
      switch received.message.content {
      case .state(let line, _): told = line.snapshot.timelineCount
      case .log(let records, _, _):
        isAsking = false
        print(records, wantsJSON)
        next = records.last.map { $0.number + 1 } ?? next
      case .error(let error): throw Failure(error.message)
      default: break
      }
      if !isAsking, Int64(clamping: told) >= next {
        isAsking = true
        try session.send(.log(from: next, count: Int(Int32.max)))
      }
    }
  }

  private static func answer(
    _ received: Session.Received
  ) throws(Failure) -> (records: [TimelineRecord], first: Int64, last: Int64) {
    guard case .log(let records, let first, let last) = received.message.content else {
      throw Failure.otherAnswer
    }
    return (records, first, last)
  }

  private static func print(_ records: [TimelineRecord], _ wantsJSON: Bool) {
    var text: [UInt8] = []
    for record in records {
      text += wantsJSON ? record.line : Array(Self.text(of: record).utf8)
      text.append(UInt8(ascii: "\n"))
    }
    Output.write(text)
  }

  /// "2026-12-01 14:03:22  keyboard: pause (R23)".
  private static func text(of record: TimelineRecord) -> String {
    let time = LocalTime(milliseconds: record.time)
    return "\(time.date) \(time.time)  \(record.entry.text.printableLine)"
  }
}
