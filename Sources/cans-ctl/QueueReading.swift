internal import ControlSocket
internal import PlayerCore

/// What needs the queue's entries.
enum QueueReading {
  /// The queue as it was at one moment.
  private struct Listing {
    var entries: [QueueEntry] = []
    var revision: UInt64?
    var total = 0
  }

  /// Prints the queue.
  static func list(_ session: inout Session, _ wantsJSON: Bool) throws(Failure) {
    let state = try session.askState()
    let listing = try entries(&session, from: 0, count: Int(Int32.max))
    if wantsJSON {
      let content = ControlMessage.Content.entries(
        listing.entries, from: 0, total: listing.total, revision: listing.revision ?? 0)
      return Output.write(ControlMessage(content).line + [UInt8(ascii: "\n")])
    }
    let width = String(listing.total).count
    var text = ""
    for (index, entry) in listing.entries.enumerated() {
      let number = String(index + 1)
      let mark = entry.id == state.snapshot.current ? "▶" : " "
      let title = [entry.displayTitle, entry.facts.artist].compactMap(\.self).joined(separator: " – ")
      let length = entry.facts.duration.map { "  " + $0.clockText } ?? ""
      let problem = entry.problem.map { "  (\($0))" } ?? ""
      text += mark + String(repeating: " ", count: width - number.count) + number + "  "
      text += (title + length + problem).printableLine + "\n"
    }
    Output.write(text)
  }

  /// The request that does `change` to the entries at `indexes`. Entries are named by their ids, so that it is these
  /// also if somebody else changes the queue meanwhile.
  static func request(
    for change: Action.Change, at indexes: [Int], _ session: inout Session
  ) throws(Failure) -> ControlRequest {
    let first = indexes.min() ?? 0
    let listing = try entries(&session, from: first, count: (indexes.max() ?? 0) - first + 1)
    var ids: [QueueEntryID] = []
    for index in indexes {
      guard listing.entries.indices.contains(index - first) else {
        throw Failure("there is no track \(index + 1): the queue has \(listing.total)", .noSuchContent)
      }
      ids.append(listing.entries[index - first].id)
    }
    let command: Command =
      switch change {
      case .play: .playEntry(ids[0])
      case .remove: .removeEntries(ids)
      // Counted before it is moved: what is behind it moves up.
      case .move(let target): .moveEntries(ids, to: target > indexes[0] ? target + 1 : target)
      }
    if case .move(let target) = change, target >= listing.total {
      throw Failure("there is no place \(target + 1): the queue has \(listing.total)", .noSuchContent)
    }
    return .command(command, from: .commandLine)
  }

  /// Entries of one queue; if others come or go while they are read they are read again. What is learnt of them
  /// meanwhile is no reason to: of a large folder that goes on for a while.
  private static func entries(_ session: inout Session, from: Int, count: Int) throws(Failure) -> Listing {
    var listing = Listing()
    while true {
      let request = ControlRequest.queue(from: from + listing.entries.count, count: count - listing.entries.count)
      guard case .entries(let new, _, let total, let revision) = try session.ask(request).message.content else {
        throw Failure.otherAnswer
      }
      if listing.revision != nil, total != listing.total {
        listing = Listing()
        continue
      }
      listing.revision = revision
      listing.total = total
      listing.entries += new
      if new.isEmpty || listing.entries.count >= count || from + listing.entries.count >= total { return listing }
    }
  }
}
