import Foundation

/// The checkout that these tests were compiled from.
enum SourceTree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A text file of the tree; `path` is relative to the root.
  struct File: Sendable {
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    /// The target the file belongs to: the folder below Sources or Tests.
    var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  }

  /// All files below a folder, or the one file named, whose name has one of the endings; sorted by path.
  static func files(_ start: String, endings: [String] = [""]) throws -> [File] {
    let url = root.appending(path: start)
    let below = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    let paths = below.isEmpty ? [start] : below.map { "\(start)/\($0)" }
    return try paths.sorted().compactMap { path in
      var isFolder: ObjCBool = false
      let place = root.appending(path: path).path
      guard endings.contains(where: { path.hasSuffix($0) }),
        FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), !isFolder.boolValue
      else { return nil }
      // Pictures and music are not text, and no rule here is about them.
      let data = try Data(contentsOf: URL(filePath: place))
      return String(data: data, encoding: .utf8).map { File(path: path, text: $0) }
    }
  }

  static func swiftFiles(_ start: String) throws -> [File] { try files(start, endings: [".swift"]) }
}
