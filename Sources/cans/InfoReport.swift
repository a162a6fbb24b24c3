import AudioEngine
import AudioFiles
import PlayerCore
import TerminalUI

/// What `cans info` prints of one file.
struct InfoReport {
  let path: FilePath
  let info: FileInfo?
  /// Why the file cannot be read or played; nil if it can.
  let problem: String?

  init(_ path: FilePath, _ result: Result<FileInfo, DecodeError>) {
    self.path = path
    switch result {
    case .success(let info):
      self.info = info
      problem = info.problem
    case .failure(let error):
      info = nil
      problem = error.reason
    }
  }

  /// What people read: lines of a name and a value; empty where nothing could be read.
  var text: String {
    guard let info else { return "" }
    var rows: [(name: String, value: String)] = []
    func add(_ name: String, _ value: String?) {
      if let value { rows.append((name, value)) }
    }
    add("container", info.container)
    add("sound", info.format.map(Wording.format))
    add("decoder", info.decoder)
    add("length", info.length.map { "\(info.duration!.clockText) (\($0.value) frames)" })
    add("problem", info.problem)
    for (name, values) in Self.sorted(info.tags) {
      for value in values { add(name.rawValue, value) }
    }
    info.tags.pictures.forEach { add("picture", Self.text($0)) }
    info.tags.lyrics.forEach { add("lyrics", Self.text($0)) }
    for chapter in info.tags.chapters {
      add("chapter", [chapter.start.duration.clockText, chapter.title].compactMap(\.self).joined(separator: " "))
    }
    add("cue sheet", info.tags.cueSheet.map { "\(Self.lines(in: $0)) lines" })
    let width = rows.map(\.name.count).max() ?? 0
    let lines = rows.map { "  \(Self.padded($0.name.printable, width))  \($0.value.printable)" }
    return ([path.text.printable] + lines).joined(separator: "\n")
  }

  private static func text(_ picture: Picture) -> String {
    let size = picture.size.map { "\($0.width)×\($0.height)" }
    let parts = [picture.kind.text, picture.mimeType, size, "\(picture.bytes.count) bytes", picture.description]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func text(_ lyrics: Lyrics) -> String {
    let words =
      switch lyrics.words {
      case .plain(let text): "\(lines(in: text)) lines"
      case .timed(let lines): "\(lines.count) lines with times"
      }
    return [words, lyrics.language].compactMap(\.self).joined(separator: ", ")
  }

  private static func lines(in text: String) -> Int { text.split(whereSeparator: \.isNewline).count }

  /// Texts for people in the table's order, the others behind them by name; without the cue sheet, which is no line.
  static func sorted(_ tags: Tags) -> [(name: TagName, values: [String])] {
    let order = Dictionary(uniqueKeysWithValues: TagName.inOrder.enumerated().map { ($1, $0) })
    return tags.texts.filter { $0.key != .cueSheet }.map { (name: $0.key, values: $0.value) }.sorted {
      let (left, right) = (order[$0.name] ?? .max, order[$1.name] ?? .max)
      return (left, $0.name.rawValue) < (right, $1.name.rawValue)
    }
  }

  private static func padded(_ name: String, _ width: Int) -> String {
    name + String(repeating: " ", count: max(width - name.count, 0))
  }
}

extension MediaTime {
  fileprivate var duration: Duration { .seconds(value / Int64(timescale)) }
}
