/// Texts made from the table of commands.
enum Help {
  /// What `cans ctl --help` prints.
  static var all: String {
    """
    cans ctl – commands for the player that is running

    usage: cans ctl COMMAND [options] …    (cans ctl COMMAND --help tells more)

    commands:
    \(columns(ControlCommand.all.map { command in
      (([command.name] + command.operands.map(\.usage)).joined(separator: " "), command.summary)
    }))

    options of every command:
    \(columns(ControlOption.common.map(line)))

    exit status: \(exits)
    """
  }

  /// What `cans ctl COMMAND --help` prints.
  static func of(_ command: ControlCommand) -> String {
    var parts = ["cans ctl \(command.name) – \(command.summary)", "usage: \(command.usage)"]
    if !command.details.isEmpty { parts.append(command.details) }
    parts.append("options:\n" + columns((command.options + ControlOption.common).map(line)))
    parts.append("exit status: \(exits)")
    return parts.joined(separator: "\n\n")
  }

  /// What the exit statuses mean.
  static let exits = """
    0 done; 1 failed; 2 the command line means nothing; 3 no player is
    running; 4 it has taken too long; 10 there is no such track; 11 nothing is playing;
    12 there is no device; 20 not possible now
    """

  private static func line(_ option: ControlOption) -> (String, String) {
    let start = option.letter.map { "-\($0), " } ?? "    "
    return (start + "--\(option.name)" + (option.value.map { " \($0)" } ?? ""), option.help)
  }

  private static func columns(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.count).filter { $0 <= 28 }.max() ?? 0
    return rows.map { row in
      guard row.left.count <= width else {
        return "  \(row.left)\n  \(String(repeating: " ", count: width))  \(row.right)"
      }
      return "  \(row.left)\(String(repeating: " ", count: width - row.left.count))  \(row.right)"
    }.joined(separator: "\n")
  }
}
