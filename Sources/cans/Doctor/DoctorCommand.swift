import Glibc
import TerminalUI

/// `cans doctor`: what the player finds and may use on this machine, and what is to be mended.
enum DoctorCommand {
  static let subcommand = Subcommand(
    name: "doctor", summary: "tells what works here, and what to do about the rest",
    options: [.device, .simulate, .leak, .json],
    details: """
      Looks at cards and jacks, the sound server, message buses, permissions,
      libraries, the terminal, and the player's own files, and plays nothing. Each
      line is ok, a note (neither good nor bad), or wrong, with what to do about it.
      What does not answer within seconds is wrong, too. The exit status is 0 if
      nothing is wrong, and 1 otherwise.
      With --leak it plays a quiet tone instead, asks you to pull the headphones, and
      tells how long the tone went on after that, and what was still heard of it. With
      --simulate that is done to the simulated device. The exit status is 1 if there
      was no silence in time, or nobody has pulled anything within 30 seconds.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    if arguments.has(.leak) { return try LeakTest.run(arguments) }
    guard !arguments.has(.simulate) else { throw Arguments.Failure(text: "--simulate is for --leak") }
    let facts = DoctorSurvey.facts(under: arguments)
    let report = DoctorReport(lines: facts.lines)
    let isColoured = isatty(STDOUT_FILENO) == 1 && facts.terminal.colours >= 8 && !facts.terminal.wantsNoColour
    try StandardOutput.write(arguments.has(.json) ? report.json + "\n" : report.text(isColoured: isColoured))
    return report.isWell ? 0 : 1
  }
}

extension CommandOption {
  static let leak = CommandOption(name: "leak", help: "tests what is heard after the headphones are pulled")
}
