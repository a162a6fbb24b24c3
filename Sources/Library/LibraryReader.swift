public import PlayerCore

/// A file or folder that the last scan could not read.
public struct LibraryProblem: Sendable, Equatable {
  /// What it is.
  public let path: FilePath
  /// Why, for people.
  public let reason: String
}

/// What the library at a place holds, for those who ask now and then. Blocks on the disk; any thread, one at a time.
public struct LibraryReader {
  let file: LibraryFile

  /// Opens the database at `path`, also while a scan runs.
  ///
  /// - Throws: why it cannot be read, or that there is none.
  public init(at path: FilePath) throws(LibraryError) { file = try LibraryFile.openForReading(at: path) }

  /// The files and folders that could not be read, by their paths.
  public func problems() throws(LibraryError) -> [LibraryProblem] {
    var problems: [LibraryProblem] = []
    do throws(DatabaseError) {
      let statement = try file.database.prepare(
        "SELECT path, NULL, problem FROM folder WHERE problem IS NOT NULL UNION ALL "
          + "SELECT path, name, file.problem FROM file JOIN folder ON folder.id = folder WHERE file.problem IS NOT NULL "
          + "ORDER BY 1, 2")
      try statement.run([]) { row throws(DatabaseError) in
        guard case .blob(let folder) = row[0], case .text(let reason) = row[2] else { throw .damaged("no problem") }
        let path = FilePath(bytes: folder)
        let name: FilePath? = if case .blob(let name) = row[1] { FilePath(bytes: name) } else { nil }
        problems.append(LibraryProblem(path: name.map(path.appending) ?? path, reason: reason))
      }
    } catch { throw LibraryError(error) }
    return problems
  }

  /// What is wrong with the database itself, in SQLite's words; nil if nothing is. Reads all of it.
  public func check() throws(LibraryError) -> String? {
    do throws(DatabaseError) {
      guard case .text(let text) = try file.database.value("PRAGMA integrity_check") else { return "no answer" }
      return text == "ok" ? nil : text
    } catch { throw LibraryError(error) }
  }

  /// How many tracks there are, those on disks that are not mounted included.
  public func trackCount() throws(LibraryError) -> Int {
    do throws(DatabaseError) {
      guard case .integer(let count) = try file.database.value("SELECT count(*) FROM file WHERE problem IS NULL") else {
        throw .damaged("no number of tracks")
      }
      return Int(count)
    } catch { throw LibraryError(error) }
  }
}
