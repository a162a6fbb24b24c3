import Foundation
import Library
import PlayerCore
import TestSupport
import Testing

/// `cans scan`, as the built program does it.
@Suite(.onThreads, .timeLimit(.minutes(15)))
struct ScanCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private var database: FilePath { FilePath(home.path + "/.local/share/cans/library.db") }

  /// Runs a line of a shell in which "$@" is the program with its arguments.
  private func run(shell: String, _ arguments: [String]) throws -> Home.Run {
    let child = try ChildProcess(
      ["sh", "-c", shell, "sh", BuiltProgram.path] + arguments, environment: home.environment)
    child.closeInput()
    let status = child.exitStatus(within: Player.limit)
    return Home.Run(output: child.output, errors: child.errors, status: status)
  }

  @Test func `reads the music folder, and says what has changed since`() throws {
    try home.song("a.flac", seconds: 2, title: "A", artist: "Somebody")
    try home.song("deep/b.wav", seconds: 1)
    try home.write("no sound", to: "Music/c.mp3")
    // What has only just changed is read once more.
    for name in ["a.flac", "deep/b.wav", "c.mp3"] {
      let past = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -100)]
      try FileManager.default.setAttributes(past, ofItemAtPath: home.path + "/Music/" + name)
    }
    #expect(try home.run(["scan"]) == .init(output: "2 tracks; 3 new\n", errors: "", status: 0))
    #expect(try home.run(["scan"]).output == "2 tracks; nothing has changed\n")
    let errors = try home.run(["scan", "--errors"])
    #expect(errors.output == "\(home.path)/Music/c.mp3: not a sound file that cans can read\n")
    try FileManager.default.removeItem(atPath: home.path + "/Music/c.mp3")
    try FileManager.default.moveItem(atPath: home.path + "/Music/a.flac", toPath: home.path + "/Music/deep/a.flac")
    let json = try home.run(["scan", "--json"]).output
    #expect(json.contains(#""tracks":2,"files":2,"read":0,"new":0,"changed":0,"moved":1,"gone":1,"#))
  }

  @Test func `a folder without a name, or below one that is gone, takes nothing away`() throws {
    try home.song("a.wav", seconds: 1)
    #expect(try home.run(["scan"]).output == "1 tracks; 1 new\n")
    let unnamed = try home.run(["scan", ""])
    #expect(unnamed == .init(output: "", errors: "cans: a folder to scan must have a name\n", status: 1))
    for folder in [".", "sub"] {
      let gone = try run(
        shell: #"mkdir "$HOME/gone"; cd "$HOME/gone"; rmdir "$HOME/gone"; exec "$@""#, ["scan", folder])
      #expect(gone.status == 1 && gone.output == "1 tracks; nothing has changed\n", "\(gone)")
      #expect(gone.errors.hasSuffix("no such folder\n"), "\(gone)")
    }
  }

  @Test(arguments: ["setting", "environment", "user-dirs", "command line"])
  func `where the music is, is told in several ways`(way: String) throws {
    try home.song("a.wav", seconds: 1)
    try FileManager.default.moveItem(atPath: home.path + "/Music", toPath: home.path + "/Musik")
    var arguments = ["scan"]
    var shell = "exec \"$@\""
    switch way {
    case "setting": try home.write("music-folders = \"~/none:~/Musik\"\n", to: "config/cans/settings.toml")
    case "environment": shell = "XDG_MUSIC_DIR=$HOME/Musik exec \"$@\""
    case "user-dirs": try home.write("# comment\nXDG_MUSIC_DIR=\"$HOME/Musik\"\n", to: "config/user-dirs.dirs")
    default: arguments += [home.path + "/./Musik/"]
    }
    let run = try run(shell: shell, arguments)
    #expect(run.output == "1 tracks; 1 new\n")
    #expect(run.errors == (way == "setting" ? "cans: \(home.path)/none: no such folder\n" : ""))
    #expect(run.status == (way == "setting" ? 1 : 0))
  }

  /// Makes a library of so many short tracks.
  private func makeMusic(_ count: Int) throws {
    let first = try home.song("0.wav", seconds: 0.01)
    for number in 1..<count {
      let folder = home.path + "/Music/\(number / 100)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: first, toPath: folder + "/\(number).wav")
    }
  }

  @Test func `a full disk and a home that cannot be written are told, and nothing is lost`() throws {
    try makeMusic(2_000)
    // A limit on the size of files is met as a full disk is.
    let full = try run(shell: "ulimit -f 100; exec \"$@\"", ["scan"])
    #expect(
      full.errors == "cans: the library cannot be written: the disk is full; what was found before that is kept\n")
    #expect(full.status == 1)
    #expect(try home.run(["scan"]).output.hasPrefix("2000 tracks; "))
    #expect(try LibraryReader(at: database).check() == nil)
    let closed = try run(shell: "XDG_DATA_HOME=/proc exec \"$@\"", ["scan"])
    #expect(closed.errors.hasPrefix("cans: make folder /proc/cans: "))
    #expect(closed.status == 1)
  }

  @Test func `Ctrl-C stops it, and the next one goes on`() throws {
    try makeMusic(3_000)
    let terminal = try Pseudoterminal([BuiltProgram.path, "scan"], environment: home.environment)
    kill(terminal.process, SIGINT)
    #expect(terminal.exitStatus(within: Player.limit) == 128 + SIGINT)
    #expect(try home.run(["scan"]).output.hasPrefix("3000 tracks; "))
  }

  private static let kills = Int(ProcessEnvironment.variable("CANS_KILLS")) ?? 24

  @Test func `killed at any time, it has lost nothing that was there`() throws {
    try makeMusic(3_000)
    var random = SplitMix64(seed: 7)
    var (confirmed, progress) = (0, 0)
    for life in 0..<Self.kills {
      if confirmed == 3_000 {
        for ending in ["", "-wal", "-shm"] { unlink(database.text + ending) }
        confirmed = 0
      }
      let child = try ChildProcess([BuiltProgram.path, "scan"], environment: home.environment)
      child.closeInput()
      // Killed after some time, or soon after something was written: what another program sees of it is confirmed.
      if life % 2 == 0 {
        _ = child.exitStatus(within: .milliseconds(Int.random(in: 0...200, using: &random)))
      } else {
        let before = confirmed
        _ = child.wait(atMost: Player.limit) { _ in
          confirmed = max(confirmed, (try? LibraryReader(at: database).trackCount()) ?? 0)
          return confirmed > before
        }
      }
      kill(child.process, SIGKILL)
      _ = child.exitStatus(within: Player.limit)
      guard let library = try? LibraryReader(at: database) else {
        #expect(confirmed == 0)
        continue
      }
      #expect(try library.check() == nil)
      let now = try library.trackCount()
      #expect(now >= confirmed)
      if now > confirmed { progress += 1 }
      confirmed = now
    }
    #expect(progress > 0, "nothing was ever left by a scan that was killed")
    #expect(try home.run(["scan"]).output.hasPrefix("3000 tracks; "))
    #expect(try LibraryReader(at: database).check() == nil)
  }
}
