internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// How soon a command from the shell is answered.
extension Bench {
  func measureCommands() throws {
    let program = options.cans + "-ctl"
    guard access(program, X_OK) == 0 else { throw BenchError("\(program) is not there; build it (make build)") }
    let album = try expandAlbum()
    let cans = Player.cans(options.cans, album, options: ["--foreground", "--simulate"], environment: environment)
    let own = try cans.start()
    _ = try cans.waitForCompleteScreen(own)
    var commands = [(player: "cans", words: [program, "status"])]
    var other: Pseudoterminal?
    if ProcessEnvironment.hasProgram("cmus"), ProcessEnvironment.hasProgram("cmus-remote") {
      let cmus = try Player.cmus(album, home: "cmus-ctl", environment: environment, in: folder)
      other = try cmus.start()
      _ = try other.map(cmus.waitForCompleteScreen)
      commands.append(("cmus", ["cmus-remote", "--server", folder.place("cmus-ctl/socket"), "-Q"]))
    }
    // Whoever goes first would find the other's traces in the processor's caches.
    var figure = Figure("cans-ctl status, cmus-remote -Q: start → exit", unit: "ms", target: .timesCmus(1.5))
    for run in 0...options.runs * 50 {
      try Interruption.check()
      for command in run % 2 == 0 ? commands : commands.reversed() {
        let time = try BriefProgram.time(command.words, environment: environment)
        if run > 0 { figure.add(time.milliseconds, of: command.player) }
      }
    }
    figure.show(remarks: Self.missing(["cmus"]))
    withExtendedLifetime((own, other)) {}
  }
}
