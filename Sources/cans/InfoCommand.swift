import AudioEngine
import AudioFiles
import PlayerCore

/// `cans info`: prints what files say about themselves, without playing.
enum InfoCommand {
  static let subcommand = Subcommand(
    name: "info", summary: "prints what files say about themselves", operands: "FILE …", options: [.json],
    details: """
      Prints format, length, tags, loudness (ReplayGain), pictures, lyrics, chapters
      and an embedded cue sheet of each file. With --json one line for each file.
      The exit status is 1 if one of them cannot be read or played.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard !arguments.files.isEmpty else { throw Arguments.Failure(text: "cans info needs a file") }
    var status: Int32 = 0
    var separator = ""
    for path in arguments.files {
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
}
