/// One of the program's commands: `cans NAME …`, or without a name the player itself.
struct Subcommand {
  /// Empty for the player.
  let name: String
  /// Half a sentence for lists of commands.
  let summary: String
  /// What it takes besides options, as help texts call it; nil: nothing.
  var operands: String?
  /// What it takes besides `--help` and `--version`, which all have.
  var options: [CommandOption] = []
  /// What people should know of it, in lines of at most 80 columns.
  let details: String
  /// Whether everything behind its name is another program's, options and all.
  var passesWordsOn = false
  /// Does it and returns the exit status: 0, or 1 after a failure that was told.
  ///
  /// - Throws: a failure to be told, for exit status 1; or `Arguments.Failure`, for exit status 2.
  let run: @MainActor (Arguments) throws -> Int32

  /// Every command with a name, in the order of the help text. A new one adds its line here.
  static let all = [
    PlayCommand.subcommand,
    DecodeCommand.subcommand,
    RecordCommand.subcommand,
    DaemonCommand.subcommand,
    DevicesCommand.subcommand,
    SettingsCommand.subcommand,
    MonitorCommand.subcommand,
    InfoCommand.subcommand,
    DoctorCommand.subcommand,
    ScanCommand.subcommand,
    SearchCommand.subcommand,
    CtlCommand.subcommand,
  ]

  /// How it is called: "cans play".
  var title: String { name.isEmpty ? "cans" : "cans \(name)" }

  /// Whether it has this option.
  func takes(_ option: CommandOption) -> Bool { option == .help || option == .version || options.contains(option) }

  /// What `--help` prints.
  var help: String {
    let usage = [title, "[options]", operands].compactMap(\.self).joined(separator: " ")
    var parts = ["\(title) – \(summary)"]
    if name.isEmpty {
      parts.append("usage: \(usage)\n       cans COMMAND …    (cans COMMAND --help tells more)")
      parts.append(details)
      parts.append("commands:\n" + Self.columns(Self.all.map { ($0.name, $0.summary) }))
    } else {
      parts.append("usage: \(usage)")
      parts.append(details)
    }
    parts.append("options:\n" + Self.columns((options + [.help, .version]).map(\.line)))
    if name.isEmpty {
      parts.append("A file that is called like a command is named with its folder: cans ./play")
    }
    return parts.joined(separator: "\n\n")
  }

  /// Rows of two columns, the right ones in line.
  private static func columns(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.count).max() ?? 0
    return rows.map { row in
      "  \(row.left)\(String(repeating: " ", count: width - row.left.count))  \(row.right)"
    }.joined(separator: "\n")
  }
}
