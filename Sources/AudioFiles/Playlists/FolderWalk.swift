internal import Glibc
internal import PlayerCore

/// Collects the sound files below a folder.
struct FolderWalk {
  /// The files found, in natural order.
  private(set) var files: [FilePath] = []
  /// The folders that could not be read.
  private(set) var problems: [Expansion.Problem] = []
  /// Each folder is entered once, so that symbolic links cannot make a circle.
  private var visited: Set<FileIdentity> = []

  private struct Member {
    let path: FilePath
    let isFolder: Bool
    let key: NaturalOrder.Key
  }

  /// Adds what is in `folder` and below.
  mutating func visit(_ folder: FilePath) {
    guard let identity = FileIdentity(of: folder), visited.insert(identity).inserted else { return }
    guard let stream = folder.withCString({ opendir($0) }) else {
      let reason = errno == EACCES ? "no permission to read this folder" : String(cString: strerror(errno))
      problems.append(.init(path: folder, reason: reason))
      return
    }
    var members: [Member] = []
    while let entry = readdir(stream) {
      if let member = Self.member(entry, of: folder) { members.append(member) }
    }
    closedir(stream)
    members.sort { $0.key < $1.key }
    for member in members {
      if member.isFolder { visit(member.path) } else { files.append(member.path) }
    }
  }

  private static func member(_ entry: UnsafeMutablePointer<dirent>, of folder: FilePath) -> Member? {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    guard name.first != UInt8(ascii: ".") else { return nil }
    let path = folder.appending(FilePath(bytes: name))
    let isFolder: Bool
    switch Int(entry.pointee.d_type) {
    case Int(DT_DIR): isFolder = true
    case Int(DT_REG): isFolder = false
    case Int(DT_LNK), Int(DT_UNKNOWN):
      switch FileIdentity.Kind(of: path) {
      case .folder: isFolder = true
      case .file: isFolder = false
      case .missing: return nil
      }
    default: return nil
    }
    guard isFolder || looksLikeSound(name) else { return nil }
    return Member(path: path, isFolder: isFolder, key: NaturalOrder.Key(name, withoutEnding: !isFolder))
  }

  /// Formats that cannot be decoded yet are among these, so that a person sees why such a file does not play.
  private static func looksLikeSound(_ name: [UInt8]) -> Bool {
    guard let ending = NameEnding(name) else { return false }
    return soundEndings.contains(ending.text)
  }

  private static let soundEndings: Set<String> = [
    "wav", "wave", "aif", "aiff", "aifc", "au", "snd", "caf", "w64", "rf64", "voc", "flac", "fla", "ogg", "oga", "opus",
    "mp1", "mp2", "mp3", "mpga", "spx", "m4a", "m4b", "aac", "alac", "wma", "ape", "wv", "tta", "mpc", "dsf", "dff",
    "mka", "tak",
  ]
}

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
