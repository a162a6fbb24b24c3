internal import Glibc
internal import LinuxSystem
internal import PlayerCore
internal import TestSupport

/// All measurements, one after the other. The programs take turns in each run, so that what disturbs
/// the machine disturbs them alike.
struct Bench {
  let options: BenchOptions
  let folder: WorkFolder
  let environment: [String: String]

  init(_ options: BenchOptions) throws(BenchError) {
    self.options = options
    guard access(options.cans, X_OK) == 0 else {
      throw BenchError("\(options.cans) is not there; build it (make build) or name it with --cans")
    }
    folder = try WorkFolder()
    environment = [
      "PATH": ProcessEnvironment.variable("PATH"), "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
      "TERM": "xterm-256color", "LANG": "C.UTF-8",
    ]
  }

  /// Measures and prints what was asked for.
  func run() throws {
    Interruption.install()
    let server = try server()
    for section in options.sections {
      switch section {
      case .start: try measureStarts(server)
      case .frame: try measureFirstFrame()
      case .decode: try measureDecoding()
      case .play: try measurePlaying(server)
      case .ctl: try measureCommands()
      case .scan: try measureScans()
      }
    }
  }

  /// A sound server to play to, where one is needed and there is one.
  private func server() throws -> SoundServer? {
    guard options.sections.contains(where: { $0 == .start || $0 == .play }) else { return nil }
    let server = try SoundServer(in: folder, environment: environment)
    if server == nil { print("skipped: all that plays to a sound server; pulseaudio is not installed") }
    return server
  }

  /// Remarks on those of `programs` that are not here.
  static func missing(_ programs: [String]) -> [(player: String, text: String)] {
    programs.filter { !ProcessEnvironment.hasProgram($0) }.map { ($0, "not installed") }
  }
}

extension Duration {
  var milliseconds: Double { Double(wholeNanoseconds) / 1e6 }
}
