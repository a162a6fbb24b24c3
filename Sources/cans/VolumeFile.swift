import CTOML
import Glibc
import LinuxSystem
import PlayerCore

/// The levels and mutes of all routes, and what was chosen for single ones by a key, kept from one run to the next
/// (R12, R19, R20, R32, R35). The tables of choices are those of the settings file, in its spelling.
nonisolated struct VolumeFile {
  let path: FilePath

  /// What was saved, and what is wrong with it. What is not there or cannot be read is not in the book:
  /// unknown routes start at safe levels.
  func load() -> (book: VolumeBook, problem: String?) {
    do throws(SystemCallError) {
      return read(try FileContents.read(path) ?? [])
    } catch {
      return (VolumeBook(), "\(error)")
    }
  }

  private func read(_ bytes: [UInt8]) -> (book: VolumeBook, problem: String?) {
    let document = TOMLDocument(bytes)
    let name = path.lastComponent.text
    var problem = document.complaint(name: name)
    var levels: [RouteID: Level] = [:]
    var muted: Set<RouteID> = []
    var choices: [RouteID: RouteChoices] = [:]
    for value in document.values {
      switch (value.section, value.content) {
      case ("levels", .integer(let percent)) where (0...100).contains(percent):
        levels[RouteID(value.key)] = Level(percent: Int(percent))
        continue
      case ("muted", .integer(1)):
        muted.insert(RouteID(value.key))
        continue
      case (_, let content?):
        if choices[RouteID(value.key), default: RouteChoices()].take(content, from: value.section) { continue }
      case (_, nil): break
      }
      // What no program of ours has written says nothing: the route starts at its safe default (R21).
      problem = problem ?? "\(name):\(value.line): \(value.path) is nothing that cans has written (ignored)"
    }
    return (VolumeBook(levels: levels, muted: muted, choices: choices), problem)
  }

  /// Writes what has changed from `base` to `book`, and leaves alone what another player has written meanwhile. A file
  /// of which not everything could be read is kept under another name.
  func save(_ book: VolumeBook, since base: VolumeBook) throws(SystemCallError) {
    // What is not there, or cannot be read at all, is made anew.
    guard let bytes = try? FileContents.read(path) else { return try save(book) }
    let (there, problem) = read(bytes)
    if problem != nil { _ = try PrivateFile.moveAside(path) }
    try save(book.changes(since: base, madeTo: there))
  }

  /// Writes `book`, all or nothing.
  func save(_ book: VolumeBook) throws(SystemCallError) {
    let levels = book.levels.map { ("levels", $0.key.text, SettingValue.integer(Int64($0.value.percent))) }
    let muted = book.muted.map { ("muted", $0.text, SettingValue.integer(1)) }
    let choices = book.choices.flatMap { route, choices in choices.entries.map { ($0.table, route.text, $0.value) } }
    var strings: [UnsafeMutablePointer<CChar>] = []
    defer { strings.forEach { free($0) } }
    func copy(_ text: String) -> UnsafePointer<CChar> {
      strings.append(strdup(text)!)
      return UnsafePointer(strings.last!)
    }
    let entries = (levels + muted + choices).map { section, key, value in
      var entry = cans_toml_entry(section: copy(section), key: copy(key), text: nil, integer: 0)
      switch value {
      case .text(let text): entry.text = copy(text)
      case .integer(let integer): entry.integer = integer
      case .decimal, .boolean: preconditionFailure("nothing that is kept is one")
      }
      return entry
    }
    guard let text = cans_toml_write(entries, entries.count) else { return }
    defer { free(text) }
    try FileContents.write(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))), to: path)
  }
}

nonisolated extension RouteChoices {
  /// What is chosen, under the names of the settings' tables. Times are whole seconds.
  var entries: [(table: String, value: SettingValue)] {
    func or(_ word: String, _ number: Int64?) -> SettingValue { number.map(SettingValue.integer) ?? .text(word) }
    let all: [(String, SettingValue?)] = [
      ("on-unplug-of", onUnplug.map { .text($0.rawValue) }), ("on-plug-of", onPlug.map { .text($0.rawValue) }),
      ("speaker-volume-of", speakerLevel.map { or("keep", $0.map { Int64($0.percent) }) }),
      ("release-after-of", releaseAfter.map { or("never", $0?.components.seconds) }),
    ]
    return all.compactMap { table, value in value.map { (table, $0) } }
  }

  /// Takes over a value of one of these tables; false if none of ours has written it.
  fileprivate mutating func take(_ value: SettingValue, from table: String) -> Bool {
    switch (table, value) {
    case ("on-unplug-of", .text(let word)):
      onUnplug = OnUnplug(rawValue: word)
      return onUnplug != nil
    case ("on-plug-of", .text(let word)):
      onPlug = OnPlug(rawValue: word)
      return onPlug != nil
    case ("speaker-volume-of", .text("keep")): speakerLevel = .some(nil)
    case ("speaker-volume-of", .integer(let percent)) where (0...100).contains(percent):
      speakerLevel = Level(percent: Int(percent))
    case ("release-after-of", .text("never")): releaseAfter = .some(nil)
    case ("release-after-of", .integer(let seconds)) where (1...86_400).contains(seconds):
      releaseAfter = .seconds(seconds)
    default: return false
    }
    return true
  }
}
