/// Why there can be no screen. The description is one line for people.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is no terminal.
  case notATerminal
  /// TERM is not set.
  case noTerminalType
  /// The terminfo database does not know the value of TERM.
  case unknownTerminal(String)
  /// The terminal of this type cannot move its cursor.
  case cannotMoveCursor(String)
  /// There is no terminfo database.
  case noTerminfo
  /// The terminal's modes cannot be read: the system's message.
  case noModes(String)

  /// One line for people.
  public var description: String {
    switch self {
    case .notATerminal: "standard input and output must be a terminal"
    case .noTerminalType:
      "a terminal that can move the cursor is needed; TERM is not set (for most, xterm-256color is right)"
    case .unknownTerminal(let name):
      "a terminal that can move the cursor is needed; TERM is \"\(name)\", which terminfo does not know"
    case .cannotMoveCursor(let name):
      "a terminal that can move the cursor is needed; TERM is \"\(name)\" (for most, xterm-256color is right)"
    case .noTerminfo: "the terminfo database is missing (Debian package ncurses-base)"
    case .noModes(let message): "the terminal cannot be used: \(message)"
    }
  }
}
