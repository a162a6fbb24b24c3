import AudioEngine
import AudioFiles
import Glibc
import Library
import LinuxSystem
import PlayerCore

/// `cans scan`: brings the library up to date with the music on the disk.
enum ScanCommand {
  static let subcommand = Subcommand(
    name: "scan", summary: "reads folders of music into the library", operands: "[FOLDER …]",
    options: [.errors, .json],
    details: """
      Reads what is new or has changed in the folders, and what is below them, into
      the library; without FOLDER in those of the setting music-folders. What was
      renamed stays what it is, what is gone is forgotten, and what is on a disk that
      is not mounted is kept until it is back. Ctrl-C stops it; the next scan goes on
      from there. Files that cannot be read are listed by cans scan --errors; they
      are tried again when they have changed. The library is
      $XDG_DATA_HOME/cans/library.db (else ~/.local/share/cans/).
      The exit status is 1 if a folder is not there that the library does not know.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    if arguments.has(.errors) { return try listErrors(arguments) }
    let folders = try folders(arguments)
    let start = MonotonicTime.now
    let signals = try SignalDescriptor(EndingSignals.all)
    let line = ProgressLine()
    // Counting costs a little, and only who sees a time left needs it.
    let count = line.nextChange == nil ? nil : FileCount(in: folders, isSound: { looksLikeSound($0) })
    var ending: Int32?
    let scan = LibraryScan(database: Places.library, isSound: { looksLikeSound($0) }, read: read)
    let report: ScanReport
    do {
      defer { line.clear() }
      report = try scan.run(folders, note: complain) { progress in
        line.show { text(of: progress, total: count?.total, after: MonotonicTime.now - start) }
        ending = ending ?? signals.take()
        return ending == nil
      }
    }
    let words = try ScanText(report, tracks: LibraryReader(at: Places.library).trackCount(), MonotonicTime.now - start)
    try StandardOutput.write((arguments.has(.json) ? words.json : words.text) + "\n")
    for folder in report.missing { complain("\(folder.text): no such folder") }
    if let ending { EndingSignals.die(by: ending) }
    return report.missing.isEmpty ? 0 : 1
  }

  /// What to scan: the folders named on the command line, else those that are set.
  private static func folders(_ arguments: Arguments) throws -> [FilePath] {
    // As of a variable that is not set.
    if arguments.files.contains(FilePath("")) { throw CommandFailure("a folder to scan must have a name") }
    if !arguments.files.isEmpty { return arguments.files.map(Places.absolute) }
    let settings = EffectiveSettings.load(under: arguments)
    guard let set = settings.values.musicFolders else { return [Places.music] }
    return set.utf8.split(separator: UInt8(ascii: ":")).map { Places.absolute(FilePath(bytes: Array($0))) }
  }

  private nonisolated static func read(_ path: FilePath) -> FileReading {
    do throws(DecodeError) { return .track(try readLibraryFacts(path)) } catch { return .unreadable(error.reason) }
  }

  /// "1200 of 20000 files, 11800/s, 0:02 left".
  private static func text(of progress: ScanProgress, total: Int?, after time: Duration) -> String {
    let seconds = max(Double(time.wholeNanoseconds) / 1e9, 0.001)
    let rate = Double(progress.files) / seconds
    var text = "\(progress.files)" + (total.map { " of \(max($0, progress.files))" } ?? "") + " files, \(Int(rate))/s"
    if let total, rate > 0 {
      text += ", \(Duration.seconds(Double(max(total - progress.files, 0)) / rate).clockText) left"
    }
    return text
  }

  private static func listErrors(_ arguments: Arguments) throws -> Int32 {
    for problem in try LibraryReader(at: Places.library).problems() {
      let line =
        arguments.has(.json)
        ? JSONText.object([("path", .path(problem.path)), ("problem", .string(problem.reason))]).text
        : "\(problem.path.text): \(problem.reason)".printable
      guard try StandardOutput.write(line + "\n") else { break }
    }
    return 0
  }
}

extension CommandOption {
  fileprivate static let errors = CommandOption(
    name: "errors", help: "lists what could not be read, instead of scanning")
}
