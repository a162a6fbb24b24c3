import TerminalUI

nonisolated extension DoctorFacts {
  /// The terminal, by what terminfo and the environment say.
  var terminalLines: [DoctorLine] { [typeLine, colourLine, characterLine, sizeLine, pictureLine] }

  private var typeLine: DoctorLine {
    guard let problem = terminal.problem else {
      return .ok("terminal", in: .terminal, "\(terminal.type) is known to terminfo")
    }
    // Who prints into a pipe has none to mend.
    guard terminal.size != nil else { return .note("terminal", in: .terminal, "\(problem)") }
    return .wrong(
      "terminal", in: .terminal, "\(problem)", advice: "export TERM=xterm-256color; or apt install ncurses-term")
  }

  private var colourLine: DoctorLine {
    if terminal.wantsNoColour { return .note("colours", in: .terminal, "no colours: NO_COLOR is set") }
    // The screen has eight, or none.
    return terminal.colours >= 8
      ? .ok("colours", in: .terminal, "\(terminal.colours) colours")
      : .note("colours", in: .terminal, "no colours: terminfo knows of none")
  }

  private var characterLine: DoctorLine {
    let locale = terminal.locale.map { " (\($0))" } ?? ""
    return terminal.isUTF8
      ? .ok("characters", in: .terminal, "Unicode\(locale)")
      : .wrong(
        "characters", in: .terminal, "no Unicode\(locale): titles in other letters are not readable",
        advice: "export LANG=C.UTF-8, and in the terminal's own settings UTF-8")
  }

  private var sizeLine: DoctorLine {
    guard let size = terminal.size else {
      return .note("size", in: .terminal, "standard output is no terminal")
    }
    let text = "\(size.columns) columns, \(size.rows) rows"
    let smallest = TerminalSurvey.smallest
    return terminal.isTooSmall
      ? .wrong(
        "size", in: .terminal, "\(text): too few for the screen",
        advice: "make it larger: \(smallest.columns) columns and \(smallest.rows) rows at least")
      : .ok("size", in: .terminal, text)
  }

  private var pictureLine: DoctorLine {
    guard let pictures = terminal.pictures else {
      return .note("pictures", in: .terminal, "not known whether it shows pictures; nothing depends on it")
    }
    return .ok("pictures", in: .terminal, "shows pictures (\(pictures.rawValue))")
  }
}
