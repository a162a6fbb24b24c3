internal import Glibc
internal import TestSupport

/// How fast whole programs turn files into samples that nobody hears.
extension Bench {
  /// So long that starting a program matters little.
  private static let seconds = 180

  func measureDecoding() throws {
    let source = folder.place("decode.flac")
    try Music.write(to: source, seconds: Self.seconds)
    for coder in Coder.all {
      let file = folder.place("decode-\(coder.name).\(coder.ending)")
      guard coder.command.isInstalled else {
        print("skipped: decoding \(coder.name); \(coder.command.program) is not installed")
        continue
      }
      try coder.command.run(source, to: file)
      try measureDecoding(coder.name, file)
    }
  }

  private func measureDecoding(_ format: String, _ file: String) throws {
    let commands = [
      ("cans", [options.cans, "decode", "-o", "/dev/null", file]),
      ("ffmpeg", ["ffmpeg", "-v", "error", "-nostdin", "-i", file, "-map", "0:a", "-f", "null", "-"]),
      (
        "mpv",
        ["mpv", "--no-config", "--no-video", "--really-quiet", "--ao=null", "--untimed", "--ao-null-untimed", file]
      ),
    ].filter { $0.0 == "cans" || ProcessEnvironment.hasProgram($0.0) }
    let isHeldToTheBest = format == "FLAC" || format == "MP3"
    var figure = Figure(
      "Decoding \(format)", unit: "× real time, by CPU", isMoreBetter: true,
      target: isHeldToTheBest ? .bestOfOthers : nil)
    var refusal: String?
    // The first turn fills the disk cache and is not counted.
    for run in 0...options.runs {
      for (player, command) in commands {
        try Interruption.check()
        let before = ProcessUsage.cpuSecondsOfChildren
        let child = try ChildProcess(command, environment: environment)
        child.closeInput()
        guard child.exitStatus(within: .seconds(60)) == 0 else {
          if player != "cans" { throw BenchError("\(command.joined(separator: " ")): \(child.errors)") }
          refusal = "does not decode it: \(child.errors.prefix { $0 != "\n" })"
          continue
        }
        let used = ProcessUsage.cpuSecondsOfChildren - before
        if run > 0 { figure.add(Double(Self.seconds) / used, of: player) }
      }
    }
    figure.show(remarks: (refusal.map { [("cans", $0)] } ?? []) + Self.missing(["ffmpeg", "mpv"]))
  }
}
