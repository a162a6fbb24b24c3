internal import AudioEngine
internal import PlayerCore

/// What the cue sheet in a file stands for.
struct SheetExpansion {
  /// The parts of the files that it names, or the whole files where it names no part that could be used.
  private(set) var items: [QueueItem] = []
  /// What is wrong with it. Those of lines name the sheet, those of missing files the file.
  private(set) var problems: [Expansion.Problem] = []

  /// The bytes of the longest sheet that is read.
  static let largestSheet = 1_024 * 1_024

  /// Whether `path` is named like a cue sheet.
  static func isSheet(_ path: FilePath) -> Bool { NameEnding(path.lastComponent.bytes)?.text == "cue" }

  /// Reads the sheet at `path` and looks for its files. Where it cannot be read, a file of sound that has its name is
  /// still played, whole.
  init(of path: FilePath) {
    do throws(DecodeError) {
      let bytes = try playlistBytes(of: path, atMost: Self.largestSheet)
      let encoding = TextEncoding(of: bytes)
      add(CueSheet(encoding.text(bytes)), SheetFiles(of: path, encoding: encoding))
    } catch {
      problems.append(.init(path: path, reason: error.reason))
      let files = SheetFiles(of: path, encoding: .utf8)
      if let sound = files.namedLikeSheet { items.append(QueueItem(path: sound)) }
    }
  }

  private mutating func add(_ sheet: CueSheet, _ files: SheetFiles) {
    for problem in sheet.problems {
      problems.append(.init(path: files.sheet, reason: "line \(problem.line): \(problem.text)"))
    }
    if sheet.files.isEmpty, let sound = files.namedLikeSheet { items.append(QueueItem(path: sound)) }
    for file in sheet.files {
      // Where one file is all, the sheet's own name may help to find it.
      guard let path = files.path(of: file.name) ?? (sheet.files.count == 1 ? files.namedLikeSheet : nil) else {
        let named = files.sheet.folder.appending(FilePath(file.name))
        problems.append(.init(path: named, reason: "no such file", playlist: files.sheet))
        continue
      }
      items += sheet.items(of: file, in: path)
    }
  }
}

extension CueSheet {
  /// The tracks of `file`, which is at `path`; the whole file where there are none.
  func items(of file: File, in path: FilePath) -> [QueueItem] {
    if file.tracks.isEmpty { return [QueueItem(path: path)] }
    return parts(of: file).map { QueueItem(path: path, part: $0.part, facts: facts(of: $0.track)) }
  }
}

/// The bytes of the playlist or sheet at `path`, which are those of a text.
///
/// - Throws: why it cannot be read, or is none.
func playlistBytes(of path: FilePath, atMost limit: Int) throws(DecodeError) -> [UInt8] {
  let file = try OpenFile(path)
  if file.size > Int64(limit) { throw DecodeError("too large for a playlist") }
  let bytes = try file.bytes(at: 0, count: Int(file.size))
  let hasZeros =
    if case .utf16 = TextEncoding(of: bytes) { text(ofUnknownEncoding: bytes).utf8.contains(0) } else {
      bytes.contains(0)
    }
  if hasZeros { throw DecodeError("not a playlist: it is not text") }
  return bytes
}
