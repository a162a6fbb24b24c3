internal import PlayerCore

extension SessionFile {
  /// All that is kept; nil if nothing has been saved yet.
  ///
  /// - Throws: damage, when anything is not as it was written, or not all of it is there.
  func read() throws(DatabaseError) -> SavedSession? {
    let items = try readItems()
    guard let place = try readRow(of: "place") else {
      guard items.isEmpty, try readRow(of: "sequence") == nil else { throw .damaged("the place is missing") }
      return nil
    }
    let queue = try readQueue(of: items)
    return SavedSession(queue: queue, place: try PlaceRow(values: place).place(in: queue.items.count))
  }

  private func readItems() throws(DatabaseError) -> [UInt32: QueueItem] {
    var items: [UInt32: QueueItem] = [:]
    let rows = try database.prepare("SELECT * FROM item")
    while try rows.step() {
      let row = rows.row
      guard case .integer(let raw)? = row.first, let number = UInt32(exactly: raw), items[number] == nil else {
        throw .damaged("a row's number is none")
      }
      let (values, checksum) = try Self.check(row.dropFirst())
      items[number] = try ItemRow(values: values).item()
      numbers[checksum] = number
      nextNumber = max(nextNumber, number &+ 1)
    }
    return items
  }

  private func readQueue(of items: [UInt32: QueueItem]) throws(DatabaseError) -> SavedQueue {
    guard let values = try readRow(of: "sequence") else {
      guard items.isEmpty, let none = SavedQueue(items: []) else { throw .damaged("the order is missing") }
      return none
    }
    var row = RowReader(values)
    var shown: [QueueItem] = []
    for number in try Self.numbers(in: try RowReader.some(try row.blob(), "the order")) {
      shown.append(try RowReader.some(items[number], "a track"))
    }
    var order: [Int]?
    if let played = try row.blob() { order = try Self.numbers(in: played).map { Int($0) } }
    return try RowReader.some(SavedQueue(items: shown, order: order), "a track's turn")
  }

  /// The values of the only row of `table`; nil if there is none.
  private func readRow(of table: String) throws(DatabaseError) -> [SQLValue]? {
    let rows = try database.prepare("SELECT * FROM \(table)")
    guard try rows.step() else { return nil }
    let (values, _) = try Self.check(rows.row[...])
    if try rows.step() { throw .damaged("a row is there twice") }
    return values
  }

  /// The values of a row and the checksum at its end, which must be theirs.
  private static func check(
    _ row: ArraySlice<SQLValue>
  ) throws(DatabaseError) -> (values: [SQLValue], checksum: Checksum) {
    let values = Array(row.dropLast())
    let checksum = Checksum(of: values)
    guard row.last == .integer(checksum.saved) else { throw .damaged("a checksum is wrong") }
    return (values, checksum)
  }

  private static func numbers(in blob: [UInt8]) throws(DatabaseError) -> [UInt32] {
    guard blob.count.isMultiple(of: 4) else { throw .damaged("an order is cut off") }
    return stride(from: 0, to: blob.count, by: 4).map { start in
      (0..<4).reduce(0) { $0 | UInt32(blob[start + $1]) << UInt32(8 * $1) }
    }
  }
}
