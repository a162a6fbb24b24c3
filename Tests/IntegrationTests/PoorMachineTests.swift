import Foundation
import TestSupport
import Testing

/// The built program where much is missing: in a container, over SSH, without a card, buses, udev or a sound server.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct PoorMachineTests {
  /// Runs the program where the kernel's devices and all services are out of sight. Its home stays.
  private static let container = """
    exec unshare --user --map-root-user --mount sh -c '
    for folder in /run /sys /dev/snd /dev/input; do
      if [ -d $folder ]; then mount -t tmpfs none $folder || exit 9; fi
    done
    exec "$@"' sh "$@"
    """
  private static let ssh = [
    "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "SSH_TTY": "/dev/pts/0", "TERM": "xterm", "LANG": "C",
    "DBUS_SYSTEM_BUS_ADDRESS": "", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "",
  ]
  private let home: Home

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha")
    try home.song("2.flac", title: "Beta")
  }

  /// Not every machine lets users have namespaces of their own.
  private static let hasNamespaces: Bool = {
    let probe = try? ChildProcess(
      ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/run"],
      environment: ["PATH": ProcessEnvironment.variable("PATH")])
    return probe?.exitStatus(within: .seconds(10)) == 0
  }()

  @Test(.enabled(if: hasNamespaces, "no namespaces for users here"))
  func `a container without devices and services: says what is missing, and goes on`() throws {
    let player = try Player(in: home, shell: Self.container, simulates: false)
    try player.sees("simulated output – no sound card found")
    try player.plays("Alpha")
    try player.sees("time going on") { ($0.elapsed ?? 0) > 0 }
    try player.quit()
    #expect(home.text(of: "errors") == "")
  }

  @Test func `over SSH: plays, takes keys, and writes nothing beside its screen`() throws {
    let player = try Player(in: home, environment: Self.ssh)
    try player.sees("Alpha")
    try player.isNow("playing")
    try player.type("n")
    try player.sees("Beta")
    try player.type(" ")
    try player.isNow("paused")
    try player.quit()
    #expect(home.text(of: "errors") == "")
  }

  @Test(arguments: [[:], ssh])
  func `paused it sleeps: no more than one wake-up a second, and no time of the processor`(
    environment: [String: String]
  ) throws {
    let player = try Player(in: home, environment: environment)
    try player.isNow("playing")
    try player.type(" ")
    try player.isNow("paused")
    // What was under way comes to its end; then no five seconds have more than five.
    var last = Activity(of: player.terminal.process)
    let sleeps = (0..<8).contains { _ in
      _ = player.terminal.wait(atMost: .seconds(5)) { _ in false }
      let now = Activity(of: player.terminal.process)
      defer { last = now }
      return now.wakeUps - last.wakeUps <= 5 && now.ticks == last.ticks
    }
    #expect(sleeps, "\(last)")
    try player.quit()
  }
}

/// What a process has done since its start (proc(5)).
private struct Activity {
  /// How often one of its threads went to sleep, of all that there are.
  var wakeUps = 0
  /// The processor's time that it took, in the system's clock ticks.
  var ticks = 0

  init(of process: Int32) {
    let folder = "/proc/\(process)"
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")) ?? [] {
      let lines = Self.text(of: "\(folder)/task/\(thread)/status").split(separator: "\n")
      let count = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }?.split(separator: "\t").last
      wakeUps += count.flatMap { Int($0) } ?? 0
    }
    let fields = Self.text(of: "\(folder)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    // The 14th and 15th field; the second one ends with the bracket.
    ticks = fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
  }

  private static func text(of path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
