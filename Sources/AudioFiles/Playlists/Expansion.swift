internal import AudioEngine
public import PlayerCore

/// What a list of command-line arguments, or any list of files, folders and playlists, stands for.
public struct Expansion: Equatable, Sendable {
  /// Something that was asked for and is not in `items`.
  public struct Problem: Equatable, Sendable {
    /// The file, folder or address that is meant.
    public var path: FilePath
    /// Why it is missing, for people.
    public var reason: String
    /// The playlist that names it; nil if none does.
    public var playlist: FilePath?
    /// True if it was asked for by name, not found in a folder or playlist, and does not exist.
    public var isMissingArgument: Bool

    /// A problem with `path`.
    public init(path: FilePath, reason: String, playlist: FilePath? = nil, isMissingArgument: Bool = false) {
      self.path = path
      self.reason = reason
      self.playlist = playlist
      self.isMissingArgument = isMissingArgument
    }

    /// One line for people: "a.wav (in list.m3u): no such file", where the file is named as seen from its playlist.
    public var text: String {
      guard let playlist else { return "\(path.text): \(reason)" }
      let folder = playlist.folder.appending(FilePath("")).bytes
      let name = path.bytes.starts(with: folder) ? FilePath(bytes: Array(path.bytes[folder.count...])) : path
      return "\(name.text) (in \(playlist.lastComponent.text)): \(reason)"
    }
  }

  /// The files and parts of files, in the order in which they are to be played; none has been opened.
  public internal(set) var items: [QueueItem] = []
  /// What was left out, in the order in which it was met.
  public internal(set) var problems: [Problem] = []

  /// Nothing yet.
  public init() {}

  /// The files of `items`.
  public var paths: [FilePath] { items.map(\.path) }
}

/// Finds the files that `arguments` stand for: files as they are, folders with everything in them that looks like sound
/// by its name, in natural order, and the entries of playlists. A file that a cue sheet among them names is not listed
/// a second time for its own name. Blocks on the disk; may be called on any thread.
public func expand(_ arguments: [FilePath]) -> Expansion {
  var expander = Expander()
  for argument in arguments { expander.addArgument(argument) }
  return expander.finished()
}

/// Collects the expansion of several arguments.
struct Expander {
  private(set) var expansion = Expansion()
  private var filesOfSheets: Set<FilePath> = []
  /// The playlists being read, outermost first: a playlist that names one of them would never end.
  private var openPlaylists: [(identity: FileIdentity, path: FilePath)] = []

  /// How many more files and entries playlists may stand for: lists that name each other, or a folder, over and over
  /// multiply.
  private var entriesLeft: Int

  private static let deepestPlaylist = 8

  /// Nothing yet; playlists may stand for `entries` files and entries in all.
  init(entriesOfPlaylists entries: Int = 1_000_000) { entriesLeft = entries }

  /// Adds what a person named.
  mutating func addArgument(_ path: FilePath) {
    if let reason = FileIdentity.Kind(of: path).absence {
      expansion.problems.append(.init(path: path, reason: reason, isMissingArgument: true))
    } else {
      add(path)
    }
  }

  /// All that was added, each file that a sheet names only as the sheet has it.
  consuming func finished() -> Expansion {
    expansion.items.removeFiles(namedBy: filesOfSheets)
    return expansion
  }

  /// Adds something that exists.
  private mutating func add(_ path: FilePath) {
    if FileIdentity.Kind(of: path) == .folder {
      addFolder(path)
    } else if SheetExpansion.isSheet(path) {
      addSheet(path)
    } else if let kind = PlaylistKind(name: path) {
      addPlaylist(path, kind)
    } else {
      expansion.items.append(QueueItem(path: path))
    }
  }

  private mutating func addFolder(_ path: FilePath) {
    let walk = FolderWalk(of: path)
    filesOfSheets.formUnion(walk.filesOfSheets)
    add(walk.items)
    for problem in walk.problems { report(problem) }
    if walk.items.isEmpty, walk.problems.isEmpty { report(path, "no sound files in this folder") }
  }

  private mutating func addSheet(_ path: FilePath) {
    let sheet = SheetExpansion(of: path)
    filesOfSheets.formUnion(sheet.items.map(\.path))
    add(sheet.items)
    for problem in sheet.problems { report(problem) }
  }

  private mutating func add(_ items: [QueueItem]) {
    expansion.items += items
    if !openPlaylists.isEmpty { entriesLeft -= items.count }
  }

  private mutating func addPlaylist(_ path: FilePath, _ kind: PlaylistKind) {
    guard let identity = FileIdentity(of: path) else { return report(path, "no such file") }
    if openPlaylists.contains(where: { $0.identity == identity }) {
      return report(path, "a playlist that contains itself")
    }
    if openPlaylists.count == Self.deepestPlaylist { return report(path, "playlists are nested too deeply") }
    do throws(DecodeError) {
      var entries = try kind.entries(of: path)[...]
      openPlaylists.append((identity, path))
      let folder = path.folder
      while entriesLeft > 0, let entry = entries.popFirst() { addEntry(entry, in: folder) }
      openPlaylists.removeLast()
      if !entries.isEmpty { report(path, "too many entries: the rest is left out") }
    } catch {
      report(path, error.reason)
    }
  }

  private mutating func addEntry(_ entry: PlaylistEntry, in folder: FilePath) {
    entriesLeft -= 1
    if entry.isStream { return report(FilePath(bytes: entry.written), "network streams are not supported yet") }
    let paths = entry.candidates.map { folder.appending(FilePath(bytes: $0)) }
    var absence: String?
    for path in paths {
      guard let reason = FileIdentity.Kind(of: path).absence else { return add(path) }
      absence = absence ?? reason
    }
    if let absence { report(paths[0], absence) }
  }

  private mutating func report(_ path: FilePath, _ reason: String) {
    report(.init(path: path, reason: reason))
  }

  /// Adds `problem`, with the playlist that is being read unless it names one of its own.
  private mutating func report(_ problem: Expansion.Problem) {
    var problem = problem
    problem.playlist = problem.playlist ?? openPlaylists.last?.path
    expansion.problems.append(problem)
  }
}
