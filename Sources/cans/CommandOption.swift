/// An option of the command line. Several commands may have the same one.
struct CommandOption: Equatable {
  /// As typed after two dashes.
  let name: String
  /// As typed after one dash.
  var letter: Character?
  /// What its value is, as help texts call it; nil: it takes none.
  var value: String?
  /// What it does.
  let help: String

  /// As typed: "--device".
  var spelling: String { "--\(name)" }

  /// Whether `word`, without a value behind "=", is this option.
  func isSpelled(_ word: String) -> Bool { word == spelling || (letter.map { word == "-\($0)" } ?? false) }

  /// Its line in a help text, less its indentation: "-d, --device NAME" and what it does.
  var line: (left: String, right: String) {
    let start = letter.map { "-\($0), " } ?? "    "
    return (start + spelling + (value.map { " \($0)" } ?? ""), help)
  }
}

extension CommandOption {
  static let device = CommandOption(
    name: "device", letter: "d", value: "NAME", help: "the ALSA device (default, hw:0,0, …)")
  static let simulate = CommandOption(name: "simulate", help: "a simulated device")
  static let foreground = CommandOption(
    name: "foreground", letter: "f", help: "player and screen in one process")
  static let append = CommandOption(name: "append", letter: "a", help: "only adds to the queue, and shows nothing")
  static let detached = CommandOption(name: "detached", help: "lets go of standard error once it listens")
  static let force = CommandOption(name: "force", letter: "f", help: "overwrites an existing file")
  static let json = CommandOption(name: "json", help: "JSON instead of text")
  static let raw = CommandOption(name: "raw", help: "what the sources say, instead of routes")
  static let help = CommandOption(name: "help", letter: "h", help: "this text")
  static let version = CommandOption(name: "version", letter: "V", help: "the version")
}
