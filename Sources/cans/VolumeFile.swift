import CTOML
import Glibc
import LinuxSystem
import PlayerCore

/// The levels and mutes of all routes, kept from one run to the next (R19, R35).
nonisolated struct VolumeFile {
  let path: FilePath

  /// What was saved, and what is wrong with it. What is not there or cannot be read is not in the book:
  /// unknown routes start at safe levels.
  func load() -> (book: VolumeBook, problem: String?) {
    let document: TOMLDocument
    do throws(SystemCallError) {
      document = TOMLDocument(try FileContents.read(path) ?? [])
    } catch {
      return (VolumeBook(), "\(error)")
    }
    var levels: [RouteID: Level] = [:]
    var muted: Set<RouteID> = []
    for value in document.values {
      switch (value.section, value.content) {
      // A level that no program of ours has written says nothing: the route starts at its safe default (R21).
      case ("levels", .integer(let percent)) where (0...100).contains(percent):
        levels[RouteID(value.key)] = Level(percent: Int(percent))
      case ("muted", .integer(1)): muted.insert(RouteID(value.key))
      default: break
      }
    }
    return (VolumeBook(levels: levels, muted: muted), document.complaint(name: path.lastComponent.text))
  }

  /// Writes `book`, all or nothing.
  func save(_ book: VolumeBook) throws(SystemCallError) {
    let levels = book.levels.map { ("levels", $0.key.text, $0.value.percent) }
    let muted = book.muted.map { ("muted", $0.text, 1) }
    var strings: [UnsafeMutablePointer<CChar>] = []
    defer { strings.forEach { free($0) } }
    func copy(_ text: String) -> UnsafePointer<CChar> {
      strings.append(strdup(text)!)
      return UnsafePointer(strings.last!)
    }
    let values = (levels + muted).map { section, key, value in
      cans_toml_integer(section: copy(section), key: copy(key), value: Int64(value))
    }
    guard let text = cans_toml_write(values, values.count) else { return }
    defer { free(text) }
    try FileContents.write(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))), to: path)
  }
}
