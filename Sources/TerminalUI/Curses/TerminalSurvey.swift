internal import Glibc

/// How a terminal shows pictures.
public enum PictureProtocol: String, Hashable, Sendable, CaseIterable {
  case kitty, iTerm2, sixel
}

/// What is known of the terminal without touching it: nothing is written to it, and nothing is asked.
public struct TerminalSurvey: Equatable, Sendable {
  /// Of a terminal, in characters.
  public struct Size: Hashable, Sendable {
    /// Characters in a row.
    public var columns: Int
    /// Rows.
    public var rows: Int

    /// So many columns and rows.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The value of TERM.
  public var type: String
  /// Why there can be no screen, by what terminfo says of that type.
  public var problem: ScreenError?
  /// How many colours terminfo says that it has; zero: none, or not known.
  public var colours: Int
  /// Whether NO_COLOR asks for none.
  public var wantsNoColour: Bool
  /// Whether the locale is one of UTF-8.
  public var isUTF8: Bool
  /// What LC_ALL, LC_CTYPE or LANG ask for, the first of them that is set; nil: none is.
  public var locale: String?
  /// Columns and rows; nil: standard output is no terminal.
  public var size: Size?
  /// How it shows pictures, if the environment says so beyond doubt.
  public var pictures: PictureProtocol?

  /// Says what is known.
  public init(
    type: String, problem: ScreenError? = nil, colours: Int = 0, wantsNoColour: Bool = false, isUTF8: Bool = true,
    locale: String? = nil, size: Size? = nil, pictures: PictureProtocol? = nil
  ) {
    self.type = type
    self.problem = problem
    self.colours = colours
    self.wantsNoColour = wantsNoColour
    self.isUTF8 = isUTF8
    self.locale = locale
    self.size = size
    self.pictures = pictures
  }

  /// Whether its size is too small for the screen; false where it is not known.
  public var isTooSmall: Bool {
    size.map { ScreenLayout(GridSize(columns: $0.columns, rows: $0.rows)).isTooSmall } ?? false
  }

  /// The smallest size of a terminal that shows everything.
  public static var smallest: Size {
    Size(columns: ScreenLayout.smallest.columns, rows: ScreenLayout.smallest.rows)
  }

  /// Looks at the terminal of standard output. Sets the process's character set, so it is for the main thread, before
  /// other threads run.
  public static func ofStandardOutput() -> TerminalSurvey {
    survey(variable: environmentVariable, size: windowSize())
  }

  /// The same for an environment.
  static func survey(variable: (String) -> String?, size: Size?) -> TerminalSurvey {
    let type = variable("TERM") ?? ""
    let isUTF8 = prepareLocale(variable) == .utf8
    var survey = TerminalSurvey(
      type: type, wantsNoColour: variable("NO_COLOR").map { !$0.isEmpty } ?? false, isUTF8: isUTF8,
      locale: ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }, size: size,
      pictures: pictures(variable))
    do throws(ScreenError) {
      survey.colours = try TerminalDescription(name: type, descriptor: STDOUT_FILENO).colours
    } catch {
      survey.problem = error
    }
    return survey
  }

  /// By what a terminal says of itself. Within another program (tmux, screen) or behind SSH that is the outer one's
  /// word or nobody's, so pictures count only where the type itself is one that has them, or none of these is between.
  private static func pictures(_ variable: (String) -> String?) -> PictureProtocol? {
    let type = variable("TERM") ?? ""
    if type == "xterm-kitty" || type == "xterm-ghostty" { return .kitty }
    if type == "mlterm" || type == "yaft-256color" || type.hasPrefix("foot") { return .sixel }
    guard variable("TMUX") == nil, variable("STY") == nil, variable("SSH_CONNECTION") == nil else { return nil }
    switch variable("TERM_PROGRAM") {
    case "WezTerm", "iTerm.app": return .iTerm2
    case "ghostty": return .kitty
    default: return nil
    }
  }

  private static func windowSize() -> Size? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
