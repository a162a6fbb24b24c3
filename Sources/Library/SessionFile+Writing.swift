internal import PlayerCore

extension SessionFile {
  /// Saves the place, and a queue if that is given: all or nothing. When this returns, it is on the disk.
  func save(_ place: SavedPlace, queue: SavedQueue?) throws(DatabaseError) {
    let before = (numbers, nextNumber)
    try database.run("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      if let queue { try write(queue) }
      try replaceRow(of: "place", with: PlaceRow(place).values)
      try database.run("COMMIT")
    } catch {
      // SQLite may have done so already: then this fails, and nothing is lost by it.
      try? database.run("ROLLBACK")
      (numbers, nextNumber) = before
      throw error
    }
  }

  /// Tracks that are there already, wherever they stood, are not written again.
  private func write(_ queue: SavedQueue) throws(DatabaseError) {
    var kept: [Checksum: UInt32] = [:]
    kept.reserveCapacity(queue.items.count)
    var shown: [UInt8] = []
    shown.reserveCapacity(queue.items.count * 4)
    let places = String(repeating: "?, ", count: ItemRow.columns.count + 1) + "?"
    let insert = try database.prepare("INSERT INTO item VALUES (\(places))")
    for item in queue.items {
      let values = ItemRow(item).values
      let checksum = Checksum(of: values)
      let number = kept[checksum] ?? numbers[checksum] ?? nextNumber
      if number == nextNumber {
        try insert.run([.integer(Int64(number))] + values + [.integer(checksum.saved)])
        nextNumber += 1
      }
      kept[checksum] = number
      Self.append(number, to: &shown)
    }
    let delete = try database.prepare("DELETE FROM item WHERE number = ?")
    for (checksum, number) in numbers where kept[checksum] == nil { try delete.run([.integer(Int64(number))]) }
    numbers = kept
    var played: [UInt8]?
    if let order = queue.order {
      var bytes: [UInt8] = []
      for index in order { Self.append(UInt32(index), to: &bytes) }
      played = bytes
    }
    try replaceRow(of: "sequence", with: [.blob(shown), played.map { .blob($0) } ?? .null])
  }

  func replaceRow(of table: String, with values: [SQLValue]) throws(DatabaseError) {
    try database.run("DELETE FROM \(table)")
    let places = String(repeating: "?, ", count: values.count) + "?"
    try database.prepare("INSERT INTO \(table) VALUES (\(places))")
      .run(values + [.integer(Checksum(of: values).saved)])
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }
}
