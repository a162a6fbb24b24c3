import Foundation
import PlayerCore
import TestSupport
import Testing

/// `cans record`: the file is complete and playable, whatever ends it (R30).
@Suite(
  .onThreads, .timeLimit(.minutes(5)), .enabled(if: RecordedSound.hasPrograms, "ffmpeg and ffprobe are not installed"))
struct RecordTests {
  private static let rate = 48_000
  private let home: Home

  init() throws { home = try Home() }

  /// A device of ALSA's that gives what is in a file, 32 bits in two channels, and then silence, as fast as one likes.
  private func environment(of samples: [Int32] = noise(seconds: 2)) throws -> [String: String] {
    let material = home.path + "/material"
    try samples.withUnsafeBytes { Data($0) }.write(to: URL(filePath: material))
    let definition = """
      pcm.!default { type file slave.pcm { type null } file "/dev/null" infile "\(material)" format raw }
      """
    let configuration = try home.write(definition, to: "asound.conf")
    return home.environment.merging(["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf:\(configuration)"]) { $1 }
  }

  /// The same, with a sound server whose null sink is what is heard: in time.
  private func environment(of server: PulseServer) throws -> [String: String] {
    let configuration = try home.write("pcm.!default { type pulse }\nctl.!default { type pulse }\n", to: "asound.conf")
    return home.environment.merging([
      "ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf:\(configuration)", "PULSE_SERVER": server.address,
    ]) { $1 }
  }

  private static func noise(seconds: Int) -> [Int32] {
    (0..<seconds * 2 * rate).map { _ in Int32.random(in: -8_388_608...8_388_607) << 8 }
  }

  private func target(_ kind: RecordingKind) -> String { "\(home.path)/out.\(kind.rawValue)" }

  private func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }

  /// Records until the file has so many bytes.
  private func recording(
    _ path: String, _ environment: [String: String], bytes: Int = 20_000, options: [String] = []
  ) throws -> ChildProcess {
    let child = try ChildProcess([BuiltProgram.path, "record", path] + options, environment: environment)
    guard waits(atMost: Player.limit, for: { size(path) >= bytes }) else {
      _ = child.wait(atMost: .zero) { _ in true }
      throw RunError("nothing is recorded: \(child.errors)")
    }
    return child
  }

  private func run(_ words: [String], _ environment: [String: String]) throws -> (status: Int32?, errors: String) {
    let child = try ChildProcess([BuiltProgram.path, "record"] + words, environment: environment)
    let status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    return (status, child.errors)
  }

  /// Whether both readers get the whole of it, without a complaint.
  private func expectWhole(
    _ kind: RecordingKind, saysLength: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sound = try RecordedSound(target(kind))
    #expect(sound.complaints == "", sourceLocation: sourceLocation)
    #expect(sound.probed.first == (kind == .opus ? "ogg" : kind.rawValue), sourceLocation: sourceLocation)
    #expect(sound.sndfileFrames > 3_000, sourceLocation: sourceLocation)
    // FFmpeg (5.1) drops some of the last frames of Ogg.
    let slack = kind == .flac || kind == .wav ? 0 : 2_000
    #expect(abs(sound.ffmpegFrames - sound.sndfileFrames) <= slack, "\(sound)", sourceLocation: sourceLocation)
    guard saysLength else { return }
    let declared = try #require(sound.declaredFrames(rate: Self.rate), sourceLocation: sourceLocation)
    #expect(abs(declared - sound.sndfileFrames) <= slack + 1, "\(sound)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [RecordingKind.flac, .wav])
  func `every sample is in the file as the device gave it`(kind: RecordingKind) throws {
    let samples = Self.noise(seconds: 3)
    let child = try recording(target(kind), try environment(of: samples), bytes: samples.count * 3)
    kill(child.process, SIGINT)
    #expect(child.exitStatus(within: Player.limit) == 0)
    try expectWhole(kind)
    let decoded = try ChildProcess(
      ["sh", "-c", #"ffmpeg -nostdin -v error -i "$1" -f s32le - | head -c "$3" | cmp - "$2""#, "sh", target(kind)]
        + [home.path + "/material", "\(samples.count * 4)"], environment: home.environment)
    #expect(decoded.exitStatus(within: .seconds(60)) == 0, "\(decoded.output) \(decoded.errors)")
  }

  @Test(arguments: RecordingKind.allCases, [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it well, and nothing is said on a pipe`(kind: RecordingKind, signal: Int32) throws {
    let child = try recording(target(kind), try environment())
    kill(child.process, signal)
    #expect(child.exitStatus(within: Player.limit) == 0)
    _ = child.wait(atMost: .zero) { _ in true }
    #expect(child.output == "" && child.errors == "")
    try expectWhole(kind)
  }

  @Test(.enabled(if: Self.canMount, "nobody but root may mount here"), arguments: RecordingKind.allCases)
  func `a full disk ends it, and the file is whole`(kind: RecordingKind) throws {
    let script = #"""
      mount -t tmpfs -o size=2m none "$1" || exit 99
      "$2" record "$1/out" 2>"$1.errors"; echo "status $?"; cp "$1/out" "$3"
      """#.replacing("$1/out", with: "$1/out.\(kind.rawValue)")
    try FileManager.default.createDirectory(atPath: home.path + "/disk", withIntermediateDirectories: true)
    let child = try ChildProcess(
      ["unshare", "-rm", "sh", "-c", script, "sh", home.path + "/disk", BuiltProgram.path, target(kind)],
      environment: try environment(of: Self.noise(seconds: 10)))
    #expect(child.exitStatus(within: .seconds(60)) == 0)
    _ = child.wait(atMost: .zero) { _ in true }
    #expect(child.output == "status 1\n" && child.errors == "")
    #expect(
      home.text(of: "disk.errors")
        == "cans: the disk is full; \(home.path)/disk/out.\(kind.rawValue) holds what was recorded until then\n")
    #expect(size(target(kind)) > 1_000_000)
    try expectWhole(kind)
  }

  /// What a file system does that does not tell in time how much room there is: a write fails in its middle.
  @Test(arguments: RecordingKind.allCases)
  func `a write that fails cuts the file back to what can be read`(kind: RecordingKind) throws {
    let child = try ChildProcess(
      ["sh", "-c", #"ulimit -f 1000; exec "$1" record "$2""#, "sh", BuiltProgram.path, target(kind)],
      environment: try environment(of: Self.noise(seconds: 10)))
    #expect(child.exitStatus(within: .seconds(60)) == 1)
    _ = child.wait(atMost: .zero) { _ in true }
    let line = "cans: \(target(kind)) cannot be written: File too large\n"
    #expect(child.errors.hasSuffix(line), "\(child.errors)")
    #expect(size(target(kind)) > 200_000)
    // What FLAC has of its length is written at its end only.
    try expectWhole(kind, saysLength: kind != .flac)
  }

  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio is not installed"), arguments: RecordingKind.allCases)
  func `killed, it can be read but for the last five seconds`(kind: RecordingKind) throws {
    let server = try PulseServer()
    // Silence: a codec keeps it to itself for longest.
    let child = try recording(target(kind), try environment(of: server), bytes: 1)
    let start = ContinuousClock.now
    #expect(waits(atMost: .seconds(60)) { ContinuousClock.now - start > .seconds(9) })
    kill(child.process, SIGKILL)
    let length = Double((ContinuousClock.now - start).components.seconds)
    #expect(child.exitStatus(within: Player.limit) == 128 + SIGKILL)
    let sound = try RecordedSound(target(kind))
    for frames in [sound.sndfileFrames, sound.ffmpegFrames] {
      #expect(Double(frames) / Double(Self.rate) > length - 5, "\(sound), recorded for \(length) s")
    }
  }

  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio is not installed"), arguments: RecordingKind.allCases)
  func `R30: a microphone that goes ends it, and the file is whole`(kind: RecordingKind) throws {
    let server = try PulseServer()
    let child = try recording(target(kind), try environment(of: server), bytes: kind == .wav ? 300_000 : 5_000)
    server.kill()
    #expect(child.exitStatus(within: Player.limit) == 1)
    _ = child.wait(atMost: .zero) { _ in true }
    #expect(child.errors.contains("\(target(kind)) holds what was recorded"), "\(child.errors)")
    #expect(child.errors.split(separator: "\n").count == 1, "\(child.errors)")
    try expectWhole(kind)
  }

  @Test func `what is wrong is told before anything is written`() throws {
    let environment = try environment()
    let (wav, mp3) = (target(.wav), home.path + "/out.mp3")
    for (words, status, text) in [
      ([], 2, "needs one file"), ([wav, target(.flac)], 2, "needs one file"),
      ([mp3], 2, "\(mp3): the name must end in one of .flac, .wav, .ogg, .opus"),
      ([wav, "--device", "hw:77"], 1, "there is no microphone \"hw:77\" (arecord -L lists them)"),
      ([home.path + "/none/out.wav"], 1, "none/out.wav: No such file or directory"), ([wav, "--json"], 2, "--json"),
    ] as [([String], Int32, String)] {
      let end = try run(words, environment)
      #expect(end.status == status && end.errors.contains(text), "\(words): \(end)")
      #expect(end.errors.split(separator: "\n").count == 1 && size(wav) == 0, "\(end)")
    }
    #expect(!FileManager.default.fileExists(atPath: mp3) && !FileManager.default.fileExists(atPath: wav))
  }

  @Test func `what is there already is overwritten only by force`() throws {
    try home.write("mine", to: "out.wav")
    let refused = try run([target(.wav)], try environment())
    #expect(refused.status == 1 && refused.errors == "cans: \(target(.wav)): exists already; --force overwrites it\n")
    // Nor is it by a device that is not there.
    #expect(try run([target(.wav), "--force", "--device", "hw:77"], try environment()).status == 1)
    #expect(home.text(of: "out.wav") == "mine")
    let child = try recording(target(.wav), try environment(), options: ["--force"])
    kill(child.process, SIGTERM)
    #expect(child.exitStatus(within: Player.limit) == 0)
    try expectWhole(.wav)
  }

  @Test func `on a terminal it shows time and level, and Ctrl-C ends it`() throws {
    let terminal = try Pseudoterminal([BuiltProgram.path, "record", target(.flac)], environment: try environment())
    #expect(terminal.wait(atMost: Player.limit) { $0.text.contains("0:0") && $0.text.contains("####") })
    try terminal.type("\u{3}")
    #expect(terminal.exitStatus(within: Player.limit) == 0)
    #expect(terminal.screen.text.contains("recorded"))
    try expectWhole(.flac)
  }

  @Test func `R29: a player that runs knows of it, also of a recording that was killed`() throws {
    try home.song("1.flac", title: "Alpha")
    let player = try Player(in: home)
    try player.plays("Alpha")
    func becomes(_ category: String) throws -> Bool {
      try waits(atMost: Player.limit) {
        try home.run(["ctl", "status", "--json"]).output.contains("\"category\":\"\(category)\"")
      }
    }
    for signal in [SIGINT, SIGKILL] {
      let child = try recording(target(.ogg), try environment(), bytes: 5_000, options: ["--force"])
      #expect(try becomes("playAndRecord"))
      kill(child.process, signal)
      #expect(child.exitStatus(within: Player.limit) != nil)
      #expect(try becomes("playback"))
    }
    let log = try home.run(["ctl", "log"]).output
    #expect(log.contains("a recording begins") && log.contains("the recording has ended"), "\(log)")
    try player.quit()
  }

  private static let canMount: Bool = {
    let child = try? ChildProcess(
      ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"],
      environment: ["PATH": ProcessEnvironment.variable("PATH")])
    return child?.exitStatus(within: .seconds(10)) == 0
  }()
}
