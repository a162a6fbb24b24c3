import AudioEngine
import AudioFiles
import PlayerCore

/// `cans info`: prints what files say about themselves, without playing.
enum InfoCommand {
  static let subcommand = Subcommand(
    name: "info", summary: "prints what files say about themselves", operands: "FILE|FOLDER|PLAYLIST …",
    options: [.json],
    details: """
      Prints format, length, tags, loudness (ReplayGain), pictures, lyrics, chapters
      and an embedded cue sheet of each file, also of those in folders and those that
      cue sheets and playlists name. With --json one line for each file.
      The exit status is 1 if one of them cannot be read or played.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard !arguments.files.isEmpty else { throw Arguments.Failure(text: "cans info needs a file") }
    var status: Int32 = 0
    var separator = ""
    let (paths, isComplete) = files(of: arguments.files)
    if !isComplete { status = 1 }
    for path in paths {
      let report: InfoReport
      do throws(DecodeError) {
        report = InfoReport(path, .success(try FileInfo(of: path)))
      } catch {
        complain("\(path.text): \(error.reason)")
        report = InfoReport(path, .failure(error))
      }
      if report.problem != nil { status = 1 }
      let text = arguments.has(.json) ? report.json : report.text
      guard !text.isEmpty else { continue }
      guard try StandardOutput.write(separator + text + "\n") else { return status }
      if !arguments.has(.json) { separator = "\n" }
    }
    return status
  }

  /// The files that `arguments` stand for, each once where a sheet makes several tracks of it, and whether that is all
  /// of them. What is not there is kept, to be reported like a file that cannot be read.
  private static func files(of arguments: [FilePath]) -> (paths: [FilePath], isComplete: Bool) {
    var paths: [FilePath] = []
    var isComplete = true
    for argument in arguments {
      let found = expand([argument])
      for path in found.paths where path != paths.last { paths.append(path) }
      for problem in found.problems {
        if problem.isMissingArgument {
          paths.append(problem.path)
        } else {
          complain(problem.text)
          isComplete = false
        }
      }
    }
    return (paths, isComplete)
  }
}
