internal import Glibc
internal import PlayerCore

/// Collects the sound files below a folder, and the tracks that cue sheets make of them.
struct FolderWalk {
  /// What was found, in natural order; a sheet's tracks stand where the sheet does.
  private(set) var items: [QueueItem] = []
  /// The folders that could not be read, what is wrong with sheets, and last how much has too long a path.
  private(set) var problems: [Expansion.Problem] = []
  /// Each folder is entered once, so that symbolic links cannot make a circle.
  private var visited: Set<FileIdentity> = []
  /// The files whose tracks a sheet has named: they are not to be played a second time.
  private(set) var filesOfSheets: Set<FilePath> = []
  /// Files and folders that have no path which could be opened: it would be longer than PATH_MAX.
  private var unreachable = 0

  private enum Kind {
    case folder, sound, sheet
  }

  private struct Member {
    let path: FilePath
    let kind: Kind
    let key: NaturalOrder.Key
  }

  /// Collects what is in `folder` and below.
  init(of folder: FilePath) {
    visit(folder)
    guard unreachable > 0 else { return }
    // One problem for all: each of these paths would fill the screen.
    let what = unreachable == 1 ? "1 file or folder" : "\(unreachable) files or folders"
    problems.append(.init(path: folder, reason: "\(what) in it left out: the path is too long"))
  }

  private mutating func visit(_ folder: FilePath) {
    let members = members(of: folder).sorted { $0.key < $1.key }
    var sheets: [FilePath: [QueueItem]] = [:]
    for member in members where member.kind == .sheet { sheets[member.path] = readSheet(member.path) }
    for member in members {
      switch member.kind {
      case .folder: visit(member.path)
      case .sound: if !filesOfSheets.contains(member.path) { items.append(QueueItem(path: member.path)) }
      case .sheet: items += sheets[member.path] ?? []
      }
    }
  }

  /// What the sheet at `path` adds. Nothing, and no problem, if none of its files is there: many a sheet outlives them.
  /// Nor if another sheet has named them before.
  private mutating func readSheet(_ path: FilePath) -> [QueueItem] {
    let sheet = SheetExpansion(of: path)
    let files = Set(sheet.items.map(\.path))
    guard !files.isEmpty, files.isDisjoint(with: filesOfSheets) else { return [] }
    filesOfSheets.formUnion(files)
    problems += sheet.problems
    return sheet.items
  }

  private mutating func members(of folder: FilePath) -> [Member] {
    guard let stream = folder.withCString({ opendir($0) }) else {
      report(folder, errno)
      return []
    }
    defer { closedir(stream) }
    guard let identity = FileIdentity(openAs: dirfd(stream)), visited.insert(identity).inserted else { return [] }
    var members: [Member] = []
    errno = 0
    while let entry = readdir(stream) {
      if let member = member(entry, of: folder) { members.append(member) }
      errno = 0
    }
    if errno != 0 { report(folder, errno) }
    return members
  }

  private mutating func report(_ folder: FilePath, _ code: Int32) {
    switch code {
    case ENAMETOOLONG: unreachable += 1
    case EACCES: problems.append(.init(path: folder, reason: "no permission to read this folder"))
    default: problems.append(.init(path: folder, reason: "cannot be read: \(String(cString: strerror(code)))"))
    }
  }

  private mutating func member(_ entry: UnsafeMutablePointer<dirent>, of folder: FilePath) -> Member? {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    guard name.first != UInt8(ascii: ".") else { return nil }
    let path = folder.appending(FilePath(bytes: name))
    let type = Int(entry.pointee.d_type)
    if path.bytes.count >= Int(PATH_MAX) {
      if type != Int(DT_REG) || Self.looksLikeSound(name) || SheetExpansion.isSheet(path) { unreachable += 1 }
      return nil
    }
    let isFolder: Bool
    switch type {
    case Int(DT_DIR): isFolder = true
    case Int(DT_REG): isFolder = false
    case Int(DT_LNK), Int(DT_UNKNOWN):
      switch FileIdentity.Kind(of: path) {
      case .folder: isFolder = true
      case .file: isFolder = false
      case .missing, .tooLong: return nil
      }
    default: return nil
    }
    guard let kind = isFolder ? .folder : Self.kind(of: name) else { return nil }
    return Member(path: path, kind: kind, key: NaturalOrder.Key(name, withoutEnding: !isFolder))
  }

  private static func kind(of name: [UInt8]) -> Kind? {
    if looksLikeSound(name) { return .sound }
    return SheetExpansion.isSheet(FilePath(bytes: name)) ? .sheet : nil
  }

  /// The endings of everything that `SoundKind` knows; a film counts for its sound.
  static func looksLikeSound(_ name: [UInt8]) -> Bool {
    guard let ending = NameEnding(name) else { return false }
    return soundEndings.contains(ending.text)
  }

  private static let soundEndings: Set<String> = [
    "wav", "wave", "bwf", "rf64", "w64", "aif", "aiff", "aifc", "8svx", "iff", "au", "snd", "caf", "voc", "nist", "sph",
    "avr", "ircam", "sf", "pvf", "flac", "fla", "ogg", "oga", "ogx", "ogv", "ogm", "opus", "spx",
    "mp1", "mp2", "mp3", "mpa", "mpga", "m4a", "m4b", "m4r", "m4v", "mp4", "mov", "qt", "3gp", "3g2", "f4a", "f4v",
    "alac", "aac", "adts", "mka", "mkv", "webm", "weba", "wma", "wmv", "asf", "ac3", "eac3", "ec3", "dts", "dtshd",
    "ape", "wv", "tta", "mpc", "mpp", "tak", "shn", "dsf", "dff", "amr", "awb", "rm", "ra", "rmvb",
  ]
}

/// Whether a file called `name` is looked into where a folder is: whether it ends as sound does.
public func looksLikeSound(_ name: [UInt8]) -> Bool { FolderWalk.looksLikeSound(name) }

/// What follows the last dot of a file's name, in lower case.
struct NameEnding {
  /// The ending without its dot.
  let text: String

  /// The ending of `name`; nil without one.
  init?(_ name: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 6 else { return nil }
    text = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
