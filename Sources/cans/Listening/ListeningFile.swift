import LinuxSystem
import PlayerCore

/// What was heard in the last weeks, kept from one run to the next: a line for each day and route. For one thread.
nonisolated struct ListeningFile: Sendable {
  private static let head =
    "# Written by cans: day since 1970-01-01, seconds heard, energy (mean square × seconds), route\n"

  let path: FilePath

  /// What is there, and what is wrong with it, for people.
  func load() -> (book: ListeningBook, problem: String?) {
    do throws(SystemCallError) {
      let (book, isWhole) = Self.read(try FileContents.read(path) ?? [])
      return (book, isWhole ? nil : "a part of \(path.text) could not be read")
    } catch {
      return (ListeningBook(), "\(error)")
    }
  }

  /// Adds `new` to what is there, as another player may have written meanwhile. A file of which not everything could be
  /// read is kept under another name.
  ///
  /// - Returns: false, and nothing is done, if another player writes just now.
  func add(_ new: ListeningBook, today: Int) throws(SystemCallError) -> Bool {
    guard let lock = try FileLock.beside(path) else { return false }
    defer { withExtendedLifetime(lock) {} }
    // What cannot be read at all is kept aside, too.
    let bytes = try? FileContents.read(path)
    var (book, isWhole) = bytes.map(Self.read) ?? (ListeningBook(), false)
    if !isWhole { _ = try PrivateFile.moveAside(path) }
    book.add(new)
    book.forget(farFrom: today)
    try FileContents.write(Self.bytes(of: book), to: path)
    return true
  }

  private static func bytes(of book: ListeningBook) -> [UInt8] {
    let lines = book.days.sorted { $0.key < $1.key }.flatMap { day, routes in
      routes.sorted { $0.key.text < $1.key.text }.map { route, sound in
        "\(day) \(sound.seconds) \(sound.energy) \(route.text)\n"
      }
    }
    return Array((head + lines.joined()).utf8)
  }

  private static func read(_ bytes: [UInt8]) -> (book: ListeningBook, isWhole: Bool) {
    var book = ListeningBook()
    var isWhole = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 3)
      if parts.count == 4, let day = Int(parts[0]), abs(day) < 10_000_000, let seconds = Double(parts[1]),
        let energy = Double(parts[2]), 0...1e6 ~= seconds, 0...1e6 ~= energy
      {
        book.add(HeardSound(seconds: seconds, energy: energy), on: RouteID(String(parts[3])), day: day)
      } else {
        isWhole = false
      }
    }
    return (book, isWhole)
  }
}
