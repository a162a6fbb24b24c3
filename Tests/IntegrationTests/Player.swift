import Foundation
import TestSupport
import Testing

/// The built player in a pseudo-terminal, on the simulated device unless another is named or a command has none.
final class Player {
  /// Longer than anything takes on a machine that does much else.
  static let limit = Duration.seconds(30)

  let home: Home
  let terminal: Pseudoterminal
  /// The program's end of the terminal, held open.
  let end: TerminalEnd
  /// The terminal's modes before the program.
  let modesBefore: TerminalEnd.Modes

  /// Starts the player on `arguments` (nil: the whole folder Music of `home`). Its standard error goes to
  /// the file `errors` in its home.
  ///
  /// - Parameters:
  ///   - options: of the program; by default the player runs in its terminal, and not in the background.
  ///   - environment: overrides the home's; an empty value takes a variable away.
  ///   - device: the ALSA name of the device; nil: the simulated one.
  ///   - shell: runs the program as `"$@"`; without one it takes the shell's place, and so has its process id.
  init(
    in home: Home, _ arguments: [String]? = nil, options: [String] = ["--foreground"],
    environment: [String: String] = [:], rows: Int = 24,
    columns: Int = 100, device: String? = nil, shell: String = #"exec "$@""#, simulates: Bool = true
  ) throws {
    self.home = home
    let variables = home.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    // The shell waits until the terminal's modes were looked at; and no crash leaves a core file.
    let script = #"ulimit -c 0; read -r go; exec 2>"$1"; shift; "# + shell
    let choice = device.map { ["--device", $0] } ?? (simulates ? ["--simulate"] : [])
    let program = [BuiltProgram.path] + options + choice + (arguments ?? [home.path + "/Music"])
    terminal = try Pseudoterminal(
      ["sh", "-c", script, "sh", home.path + "/errors"] + program, environment: variables, rows: rows,
      columns: columns)
    let process = terminal.process
    // Only a shell that runs has this terminal for sure.
    guard waits(atMost: Self.limit, for: { Self.text(of: "/proc/\(process)/comm") == "sh\n" }) else {
      throw RunError("no shell")
    }
    end = try TerminalEnd(of: process)
    end.markModes()
    modesBefore = end.modes
    try terminal.type("\n")
  }

  var screen: TerminalScreen { terminal.screen }

  /// The screen's last rows, counted from the end.
  var progressRow: String { row(4) }
  var statusRow: String { row(3) }
  var routeRow: String { row(2) }
  var messageRow: String { row(1) }

  private func row(_ fromEnd: Int) -> String {
    let rows = screen.rows
    return rows.count >= fromEnd ? rows[rows.count - fromEnd] : ""
  }

  /// The seconds that the screen says were heard.
  var elapsed: Int? {
    guard let text = progressRow.split(separator: " ").dropLast().last else { return nil }
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let minutes = parts[0], let seconds = parts[1] else { return nil }
    return minutes * 60 + seconds
  }

  func type(_ keys: String) throws { try terminal.type(keys) }

  /// Waits until `condition` holds for what is shown; the test ends if it never does.
  func sees(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: (Player) -> Bool
  ) throws {
    if terminal.wait(atMost: Self.limit, until: { _ in condition(self) }) { return }
    Issue.record(
      "not seen: \(what)\n\(screen.text)\n\(home.text(of: "errors"))", sourceLocation: sourceLocation)
    throw RunError("not seen: \(what)")
  }

  /// Waits until the screen shows `text` anywhere.
  func sees(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try sees("\"\(text)\"", sourceLocation: sourceLocation) { $0.screen.text.contains(text) }
  }

  /// Waits until the status row says `status`, and nothing more unless `status` is how it starts.
  func isNow(_ status: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try sees("status \"\(status)\"", sourceLocation: sourceLocation) {
      let row = $0.statusRow.drop { $0 == " " }
      return row == status || row.hasPrefix(status + "  ")
    }
  }

  /// Waits until the row of route and level starts and ends so.
  func hears(
    on route: String, _ level: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try sees("route \(route), \(level)", sourceLocation: sourceLocation) {
      $0.routeRow.hasPrefix(" " + route) && $0.routeRow.hasSuffix(" " + level)
    }
  }

  /// Waits until the track of this title is the current one and plays, in a picture that is
  /// complete: its last row is there.
  func plays(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try sees("\(title) playing", sourceLocation: sourceLocation) { player in
      player.screen.rows.contains { $0.hasPrefix(" ▶ \(title)") } && !player.messageRow.isEmpty
    }
  }

  /// Leaves by `q`.
  func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try type("q")
    #expect(terminal.exitStatus(within: Self.limit) == 0, sourceLocation: sourceLocation)
  }

  /// Sends a signal to the program alone.
  func signal(_ number: Int32) { kill(terminal.process, number) }

  /// Whether the program has ended, found without reading what it wrote.
  var hasEnded: Bool {
    let state = Self.text(of: "/proc/\(terminal.process)/stat")
    return state.isEmpty || state.contains(") Z ")
  }

  private static func text(of path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  /// What was written to the terminal since the `start`th byte.
  func transcript(since start: Int = 0) -> String {
    String(decoding: terminal.transcript[start...], as: UTF8.self)
  }
}
