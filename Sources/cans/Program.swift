import Glibc

/// The program: reads the command line, runs its command, and says what went wrong.
enum Program {
  static let version = "cans 0.1.0"

  /// Runs the program; returns its exit status: 0, 1 after a failure, 2 after a command line that means nothing.
  static func run(_ words: [[UInt8]]) -> Int32 {
    do {
      let arguments = try Arguments(words)
      switch arguments.request {
      case .run: return try arguments.command.run(arguments)
      case .help: try StandardOutput.write(arguments.command.help + "\n")
      case .version: try StandardOutput.write(version + "\n")
      }
      return 0
    } catch let failure as Arguments.Failure {
      complain(failure.text)
      return 2
    } catch {
      complain("\(error)")
      return 1
    }
  }
}

/// Why a command ends with exit status 1, for people: one line.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Writes one line to standard error, under the program's name. Names of files may be in it.
func complain(_ text: String) { StandardError.write("cans: \(text.printable)\n") }

/// Where complaints go; nobody may read them.
nonisolated enum StandardError {
  /// Writes `text` as it is.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
