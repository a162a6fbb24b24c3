import TestSupport
import Testing

/// Cans in the guest, with three tracks of a minute, whose buttons are pressed and whose screen is looked at.
final class ButtonPlayer {
  private let listener: Listener
  private let lab: SoundLab
  private let process: Int

  /// Starts it, and waits until the jacks have come to rest.
  init(_ lab: SoundLab, settings line: String? = nil, environment variables: [String] = []) throws {
    self.lab = lab
    let track = try lab.tracks(of: TestSignal(seconds: 60))[0]
    let others = ["two", "three"].map { "\(lab.folder)/button-\($0).flac" }
    for other in others { try SoundLab.command(["cp", track, other], within: .seconds(10)) }
    let settings = lab.folder + "/button-settings"
    var environment = variables
    if let line {
      let script = #"mkdir -p "$0/cans" && printf '%s\n' "$1" >"$0/cans/settings.toml""#
      try SoundLab.command(["sh", "-c", script, settings, line], within: .seconds(10))
      environment.append("XDG_CONFIG_HOME=" + settings)
    }
    listener = try Listener(lab, card: .hda, tracks: [track] + others, environment: environment)
    process = try listener.player()
    try perform(["wait:2600"])
  }

  @discardableResult
  func perform(_ steps: [String]) throws -> [Listener.Step] {
    try listener.perform(steps).filter { $0.name == "status" }
  }

  /// All steps, of which those without a status are of interest for their times.
  func timed(_ steps: [String]) throws -> [Listener.Step] { try listener.perform(steps) }

  /// Presses a key, and waits until the track of that name plays.
  func press(_ key: String, plays track: String, _ comment: Comment) throws {
    try perform(["key:" + key])
    try sees("\(track) playing") { $0.plays(track) }
    let status = try perform(["await:RUNNING", "wait:1200", "status"]).last
    #expect(status?.state == "RUNNING", comment)
  }

  /// Presses a key that silences the card, which it does within 100 ms (R36), and waits until the screen shows `text`
  /// and the press is over for the grammar: the guest's clock may stand still while this side looks at the screen.
  func press(_ key: String, shows text: String, _ comment: Comment) throws {
    let status = try perform(["key:" + key + ":--hold=5", "wait:80", "status", "wait:900"]).first
    #expect(status?.state != "RUNNING", comment)
    try sees(text) { $0.text.contains(text) }
  }

  /// Waits until the screen is as `condition` wants it.
  func sees(_ what: String, _ condition: (TerminalScreen) -> Bool) throws {
    guard !listener.terminal.wait(atMost: .seconds(30), until: condition) else { return }
    throw LabError("not seen: \(what)\n\(listener.terminal.screen.text)")
  }

  /// The seconds of the track that were heard, by the screen.
  func seconds() throws -> Int {
    try sees("a place") { $0.elapsed != nil }
    return listener.terminal.screen.elapsed ?? 0
  }

  /// The names of the input devices that the player has open.
  func opensDevices() throws -> [Substring] {
    let script = """

      ls -l /proc/$0/fd | sed -n 's|.*/dev/input/||p' | while read -r node; do
        cat /sys/class/input/$node/device/name
      done
      """

    return try lab.run(["sh", "-c", script, "\(process)"]).split(separator: "\n")
  }

  /// Waits until it has this one open.
  func waitUntilOpen(_ node: String) throws {
    let script = "for i in $(seq 50); do ls -l /proc/$0/fd | grep -q /dev/input/$1$ && exit; sleep 0.1; done; exit 1"
    try lab.run(["sh", "-c", script, "\(process)", node])
  }

  /// How often the thread that listens to keys has waited for something.
  func wakeUps() throws -> String {
    let script = "cd /proc/\(process)/task && grep voluntary_ctxt $(dirname $(grep -lx keys */comm))/status"
    return try lab.run(["sh", "-c", script])
  }

  func quit() throws {
    try listener.quit()
    _ = try? Listener.timeline(lab, .hda, ["input:remove:headset", "input:remove:avrcp"])
  }
}

/// An input device in the guest, until it is unplugged: a keyboard with letters and media keys, or a telephone's
/// switches.
final class MadeDevice {
  enum Kind: String {
    case keyboard, telephone
  }

  /// "event7".
  let node: String
  private let lab: SoundLab
  private let child: ChildProcess

  init(_ lab: SoundLab, _ kind: Kind) throws {
    self.lab = lab
    try lab.buildGuest()
    child = try lab.start(["\(lab.folder)/labguest", kind.rawValue])
    guard child.wait(atMost: .seconds(30), until: { $0.output.contains("\n") }) else {
      throw LabError("no \(kind): \(child.errors)")
    }
    node = String(child.output.prefix { $0 != "\n" })
  }

  func typeAlphabet() throws { try signal("USR1") }
  func pressPlayPause() throws { try signal("USR2") }
  func flipMuteSwitch() throws { try signal("USR2") }

  func unplug() {
    child.terminate()
    _ = child.exitStatus(within: .seconds(20))
  }

  private func signal(_ name: String) throws {
    try lab.run(["sh", "-c", "kill -\(name) $(pidof labguest)"])
  }
}

extension TerminalScreen {
  /// Whether the track of that name is the current one and plays.
  func plays(_ track: String) -> Bool { rows.contains { $0.hasPrefix(" ▶") && $0.contains(track) } }

  /// The seconds before the last word of the fourth row from the end: "0:12 -0:13".
  var elapsed: Int? {
    guard rows.count >= 4, let text = rows[rows.count - 4].split(separator: " ").dropLast().last else { return nil }
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let minutes = parts[0], let seconds = parts[1] else { return nil }
    return minutes * 60 + seconds
  }
}
