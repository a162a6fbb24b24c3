internal import Glibc
internal import PlayerCore

/// Finds the files that a cue sheet means. Sheets name what was there when they were written: often a WAV that has
/// become a FLAC since, on a disk that knew no case, in a folder of another machine.
struct SheetFiles {
  /// The sheet.
  let sheet: FilePath
  private let encoding: TextEncoding

  /// Files for the sheet at `path`, which is in `encoding`.
  init(of path: FilePath, encoding: TextEncoding) {
    sheet = path
    self.encoding = encoding
  }

  /// The file of sound with the name of the sheet; nil if there is none.
  var namedLikeSheet: FilePath? {
    let name = sheet.lastComponent.bytes
    let stem = FileStem(name).text
    return Self.sound(in: sheet.folder) { $0.stem == stem || $0.name == stem }
  }

  /// The file meant by `name`: the one of that name, in whatever encoding; else in that folder, or in the sheet's, one
  /// with the name in other case, or the same with another ending. nil if there is none.
  func path(of name: String) -> FilePath? {
    let readings = PlaylistEntry(Array(name.utf8), otherwise: encoding.bytes(name)).candidates
    let paths = readings.map { sheet.folder.appending(FilePath(bytes: $0)) }
    if let exact = paths.first(where: { FileIdentity.Kind(of: $0) == .file }) { return plain(exact) }
    let slashed = FilePath(bytes: name.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
    let wanted = slashed.lastComponent.bytes
    let (lower, stem) = (FileStem.lower(wanted), FileStem(wanted).text)
    for folder in [sheet.folder.appending(slashed).folder, sheet.folder] {
      let found = Self.sound(in: folder) { $0.name == lower } ?? Self.sound(in: folder) { $0.stem == stem }
      if let found { return found }
    }
    return nil
  }

  /// `path` by its shortest name, if it is in the sheet's folder: "./a.wav" is the file that the folder has as "a.wav".
  private func plain(_ path: FilePath) -> FilePath {
    guard let folder = FileIdentity(of: path.folder), folder == FileIdentity(of: sheet.folder) else { return path }
    return sheet.folder.appending(path.lastComponent)
  }

  /// The first file of sound in `folder` of which `isMeant` is true.
  private static func sound(in folder: FilePath, where isMeant: (Candidate) -> Bool) -> FilePath? {
    names(in: folder).filter { FolderWalk.looksLikeSound($0) && isMeant(Candidate($0)) }
      .min { NaturalOrder.Key($0, withoutEnding: false) < NaturalOrder.Key($1, withoutEnding: false) }
      .map { folder.appending(FilePath(bytes: $0)) }
  }

  private static func names(in folder: FilePath) -> [[UInt8]] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    return names
  }

  private struct Candidate {
    let name: String
    let stem: String

    init(_ bytes: [UInt8]) {
      name = FileStem.lower(bytes)
      stem = FileStem(bytes).text
    }
  }
}

/// What comes before the last dot of a file's name, in lower case.
struct FileStem {
  /// The name without its ending.
  let text: String

  /// The stem of `name`.
  init(_ name: [UInt8]) { text = Self.lower(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.count)]) }

  /// `name` as it compares with others: Strings are equal however their accents are composed.
  static func lower(_ name: some Collection<UInt8>) -> String { String(decoding: name, as: UTF8.self).lowercased() }
}
