import Foundation
import TestSupport
import Testing

/// `cans decode`: what comes out is what was put in.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct DecodeCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private var target: String { home.path + "/out.wav" }
  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home.path + "/" + name) }

  private func run(_ arguments: [String]) throws -> (status: Int32?, errors: String) {
    try runShell(#""$@""#, [BuiltProgram.path, "decode"] + arguments)
  }

  /// Runs `script` with these words as its arguments.
  private func runShell(_ script: String, _ words: [String]) throws -> (status: Int32?, errors: String) {
    let child = try ChildProcess(["sh", "-c", script, "sh"] + words, environment: home.environment)
    child.closeInput()
    let status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    return (status, child.errors)
  }

  private func decoded(_ files: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> DecodedWAV {
    let end = try run(files + ["--force", "-o", target])
    #expect(end.status == 0 && end.errors == "", "\(files): \(end)", sourceLocation: sourceLocation)
    return try DecodedWAV(target)
  }

  @Test(arguments: LosslessCorpus.files)
  func `lossless files come out sample for sample`(file: LosslessCorpus.File) throws {
    let wav = try decoded([file.path])
    try (wav.format[3] == 24 ? wav.widened : wav.samples).write(to: URL(filePath: home.path + "/samples"))
    let sum = try ChildProcess(["md5sum", home.path + "/samples"], environment: home.environment)
    #expect(sum.exitStatus(within: Player.limit) == 0)
    _ = sum.wait(atMost: .zero) { _ in true }
    #expect(sum.output.hasPrefix(file.md5), "\(file.path): \(wav.format)")
    #expect(wav.declaredLength == wav.samples.count && wav.container == "RIFF")
    #expect(wav.format[3] == file.bits)
  }

  @Test func `several files are one, without a gap, and so is a playlist of them`() throws {
    // Some too short for the engine to have been told what follows before they end.
    let lengths = [1.0, 0.1, 0.1, 2.3, 0.1]
    let files = try lengths.enumerated().map { try home.song("\($0).flac", seconds: $1) }
    let parts = try files.map { try decoded([$0]).samples }
    #expect(parts.map(\.count) == lengths.map { Int($0 * 8000) * 4 })
    let whole = parts.reduce(Data(), +)
    #expect(try decoded(files).samples == whole)
    let list = try home.write((0..<5).map { "Music/\($0).flac\n" }.joined(), to: "list.m3u")
    #expect(try decoded([list]).samples == whole)
  }

  @Test func `standard output gets the same samples under a header without a length`() throws {
    let file = try home.song("1.flac", seconds: 3)
    let wav = try decoded([file])
    let end = try runShell(#""$1" decode "$2" -o - | cat > "$3""#, [BuiltProgram.path, file, target])
    #expect(end.status == 0 && end.errors == "")
    let streamed = try DecodedWAV(target)
    #expect(streamed.samples == wav.samples)
    #expect(streamed.format == wav.format)
    #expect(streamed.declaredLength > wav.samples.count)
  }

  @Test func `a reader that goes away is no failure, and a full disk is one`() throws {
    let file = try home.song("1.flac", seconds: 100)
    let piped = try runShell(
      #"{ "$1" decode "$2" -o -; echo "status $?" >&2; } | head -c 100 > /dev/null"#, [BuiltProgram.path, file])
    #expect(piped.errors == "status 0\n")
    let full = try run([file, "-o", "/dev/full"])
    #expect(full.status == 1)
    #expect(full.errors == "cans: /dev/full cannot be written: No space left on device\n")
  }

  @Test func `a file that cannot be decoded leaves nothing behind`() throws {
    let good = try home.song("1.flac", seconds: 2)
    let whole = try Data(contentsOf: URL(filePath: good))
    let bad = home.path + "/Music/2.flac"
    try whole.prefix(whole.count / 2).write(to: URL(filePath: bad))
    for files in [[bad], [good, bad], [good, home.path + "/none.flac"]] {
      let end = try run(files + ["-o", target])
      #expect(end.status == 1)
      #expect(end.errors.hasPrefix("cans: \(files.last!): ") && end.errors.split(separator: "\n").count == 1, "\(end)")
      #expect(!exists("out.wav") && !exists("out.wav.part"))
    }
  }

  @Test func `a stream ends where what can be decoded does, every time`() throws {
    let file = try home.song("1.flac", seconds: 30)
    let whole = try decoded([file]).samples
    let bytes = try Data(contentsOf: URL(filePath: file))
    let cut = home.path + "/Music/cut.flac"
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: cut))
    for _ in 0..<3 {
      let end = try runShell(
        #"{ "$1" decode "$2" -o -; echo "status $?" >&2; } > "$3""#, [BuiltProgram.path, cut, target])
      #expect(end.errors.hasPrefix("cans: \(cut): the file is damaged") && end.errors.hasSuffix("status 1\n"), "\(end)")
      let samples = try DecodedWAV(target).samples
      #expect(samples.count > whole.count / 3 && samples == whole.prefix(samples.count))
      let place = samples.count / 4 / 8000
      #expect(end.errors.contains("at 0:\(place)\n"), "\(end)")
    }
  }

  @Test func `what is damaged and goes on is written, with a warning`() throws {
    let file = try home.song("1.flac", seconds: 30)
    let whole = try decoded([file]).samples
    var bytes = try Data(contentsOf: URL(filePath: file))
    for index in bytes.count / 2..<bytes.count / 2 + 100 { bytes[index] ^= 0xFF }
    try bytes.write(to: URL(filePath: file))
    let end = try run([file, "-f", "-o", target])
    #expect(end.status == 0)
    #expect(end.errors.hasPrefix("cans: \(file): the file is damaged at 0:1"), "\(end)")
    #expect(try DecodedWAV(target).samples.count == whole.count)
  }

  @Test func `an existing file is overwritten only by force, and only by a complete one`() throws {
    let file = try home.song("1.flac", seconds: 1)
    let bad = try home.write("fLaC nonsense", to: "Music/bad.flac")
    try home.write("mine", to: "out.wav")
    let refused = try run([file, "-o", target])
    #expect(refused.status == 1 && refused.errors == "cans: \(target): exists already; --force overwrites it\n")
    #expect(try run([bad, "--force", "-o", target]).status == 1)
    #expect(home.text(of: "out.wav") == "mine")
    #expect(try run([file, "--force", "-o", target]).status == 0)
    #expect(try DecodedWAV(target).samples.count == 8000 * 4)
  }

  @Test func `a file that has the name of the draft is nobody's to write over`() throws {
    let file = try home.song("1.flac", seconds: 1)
    try home.write("mine", to: "out.wav.part")
    let end = try run([file, "-o", target])
    #expect(end.status == 1 && end.errors == "cans: \(target).part: File exists\n", "\(end)")
    #expect(home.text(of: "out.wav.part") == "mine" && !exists("out.wav"))
    #expect(try run([file, "--force", "-o", target]).status == 0)
    #expect(exists("out.wav") && !exists("out.wav.part"))
  }

  @Test func `a file is not written over itself, by whatever name`() throws {
    let file = try home.song("1.flac", seconds: 1)
    let before = try Data(contentsOf: URL(filePath: file))
    try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: file)
    for name in [file, target] {
      let end = try run([file, "--force", "-o", name])
      #expect(end.status == 1 && end.errors == "cans: \(file): cannot be written over itself\n", "\(end)")
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
  }

  @Test func `files of different formats do not fit into one`() throws {
    let mono = home.path + "/mono.wav"
    // One frame of silence at 8 kHz, mono.
    let header: [UInt8] =
      Array("RIFF".utf8) + [38, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0]
      + [0x80, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [2, 0, 0, 0, 0, 0]
    try Data(header).write(to: URL(filePath: mono))
    let end = try run([try home.song("1.flac", seconds: 1), mono, "-o", target])
    #expect(end.status == 1 && end.errors.contains("mono.wav: 8000 Hz and 1 channels do not fit"), "\(end)")
    #expect(!exists("out.wav"))
  }

  @Test func `a signal ends it as it would by default, and nothing is left`() throws {
    try home.song("1.flac", seconds: 600)
    // A reader that does not read holds it up.
    let child = try ChildProcess(
      ["sh", "-c", #"mkfifo "$2"; exec "$1" decode "$3" -o "$2""#, "sh", BuiltProgram.path, home.path + "/fifo"]
        + [home.path + "/Music/1.flac"], environment: home.environment)
    let reader = try ChildProcess(
      ["sh", "-c", #"while ! [ -p "$1" ]; do :; done; exec < "$1"; head -c 44 | wc -c; read -r never"#, "sh"]
        + [home.path + "/fifo"], environment: home.environment)
    #expect(reader.wait(atMost: Player.limit) { $0.output.contains("44") })
    child.terminate()
    #expect(child.exitStatus(within: Player.limit) == 128 + SIGTERM)
  }

  @Test func `what is missing on the command line is told`() throws {
    let file = try home.song("1.flac", seconds: 1)
    for (words, reason) in [([file], "-o FILE"), (["-o", target], "a file to decode"), (["--nonsense"], "--nonsense")] {
      let end = try run(words)
      #expect(end.status == 2 && end.errors.contains(reason) && end.errors.split(separator: "\n").count == 1, "\(end)")
    }
  }

  @Test func `sound is not written to a terminal`() throws {
    try home.song("1.flac", seconds: 1)
    let player = try Player(
      in: home, ["decode", "-o", "-", home.path + "/Music/1.flac"], options: [], simulates: false)
    #expect(player.terminal.exitStatus(within: Player.limit) == 1)
    #expect(home.text(of: "errors") == "cans: standard output is a terminal, which plays no sound\n")
  }

  @Test func `a terminal on standard error sees how far it is, and is left clean`() throws {
    let song = try home.song("1.flac", seconds: 1200)
    // A reader that waits for a key holds it up. The terminal does not show the key: that would begin another line.
    let player = try Player(
      in: home, ["decode", "-o", "-", song], options: [],
      shell: #"stty -echo; exec 2>/dev/tty; "$@" | { read -r go < /dev/tty; cat > /dev/null; }"#, simulates: false)
    try player.sees(" of 20:00, ")
    try player.type("\n")
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
    #expect(!player.screen.text.contains("of 20:00"), "\(player.screen.text)")
  }
}

/// The files of the corpus that lose nothing, with what they hold.
enum LosslessCorpus {
  struct File: CustomTestStringConvertible, Sendable {
    let path: String
    /// Of a sample in the decoded file.
    let bits: Int
    let md5: String
    var testDescription: String { path }
  }

  /// None without a corpus, which is said. One that is named but cannot be read ends the run:
  /// it must not look like a success.
  static let files: [File] = {
    let folder = ProcessEnvironment.variable("CANS_CORPUS")
    guard !folder.isEmpty else {
      print("Decoding the corpus is not tested: CANS_CORPUS is not set.")
      return []
    }
    let manifest = try! String(contentsOfFile: folder + "/MANIFEST.tsv", encoding: .utf8)
    let rows = manifest.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    let names = rows[0].map(String.init)
    return rows.dropFirst().compactMap { cells in
      func cell(_ name: String) -> String { String(cells[names.firstIndex(of: name)!]) }
      let sum = cell("pcm_md5").split(separator: ":")
      guard sum.count == 2, cell("expect") == "play" else { return nil }
      // What the sum was made of: 24 bits in 32.
      let bits = ["pcm_s16le": 16, "pcm_s32le": 24, "pcm_f32le": 32][sum[0]]
      return bits.map { File(path: folder + "/" + cell("path"), bits: $0, md5: String(sum[1])) }
    }
  }()
}
