import ControlSocket
import Glibc
import LinuxSystem
import PlayerCore

/// `cans daemon`: the player without a terminal, which `cans` starts where none runs, and a service manager may.
enum DaemonCommand {
  static let subcommand = Subcommand(
    name: "daemon", summary: "the player without a terminal, for screens and commands to come",
    operands: "[FILE|FOLDER|PLAYLIST …]", options: [.device, .simulate, .detached],
    details: """
      Plays without ever touching a terminal: cans attaches a screen to it, cans ctl,
      MPRIS and headset buttons command it. It runs until it is told to quit, or by
      SIGTERM. cans starts one by itself where none runs; this is for a systemd user
      unit and for scripts. Only one player listens; a second one says so and ends.
      """,
    run: run)

  /// The last word to who started it: it is the player, and listens.
  static let readiness = "\0"

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let player = try PlayerRun(arguments)
    let signals = try SignalDescriptor(EndingSignals.all)
    guard let socket = try claim() else {
      // Who started it finds the other one.
      if arguments.has(.detached) { return 0 }
      throw CommandFailure("a player runs already")
    }
    if arguments.has(.detached) { letGoOfStart() }
    _ = try player.play(through: nil, socket: socket, signals: signals, keepsSession: true)
    return 0
  }

  /// The socket; nil if another player has it. One that is just ending is waited for.
  private static func claim() throws(ControlFailure) -> SocketRemote? {
    let patience = MonotonicTime.now + .seconds(5)
    while true {
      if let socket = try SocketRemote.open() { return socket }
      if (try? ControlClient.connect()) != nil || MonotonicTime.now >= patience { return nil }
      _ = try? waitForEvents([], until: .now + .milliseconds(10))
    }
  }

  /// Who started the player has waited for this to hear of mistakes, and for the socket; from here on the player keeps
  /// neither a terminal nor a folder in use.
  private static func letGoOfStart() {
    StandardError.write(readiness)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
    chdir("/")
  }
}
