import Glibc
import LinuxSystem
import PlayerCore

/// `cans ctl`: hands its words to cans-ctl, which is a program of its own so that it starts in a millisecond.
enum CtlCommand {
  static let subcommand = Subcommand(
    name: "ctl", summary: "commands for the player that is running (cans ctl --help)", operands: "COMMAND …",
    details: """
      Everything behind its name goes to cans-ctl, which lies beside cans or in PATH.
      """,
    passesWordsOn: true, run: run)

  private static let program = "cans-ctl"

  private static func run(_ arguments: Arguments) throws -> Int32 {
    // It is to die of a broken pipe as others do; this program has told the kernel not to.
    signal(SIGPIPE, SIG_DFL)
    StreamProperties.withdraw()
    let words = [Array(program.utf8)] + arguments.passedOn
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { word in FilePath(bytes: word).withCString { strdup($0) }
    }
    pointers.append(nil)
    defer { pointers.forEach { free($0) } }
    if let beside = besideThis { execv(beside, pointers) }
    execvp(program, pointers)
    throw CommandFailure("\(program) is neither beside cans nor in the PATH: \(String(cString: strerror(errno)))")
  }

  /// Where it lies when both were built or installed together.
  private static var besideThis: String? { (try? FilePath.ownProgram)?.folder.appending(FilePath(program)).text }
}
