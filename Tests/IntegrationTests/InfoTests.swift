import Foundation
import TestSupport
import Testing

/// `cans info`: what it prints, for people and for programs.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct InfoTests {
  private let home: Home

  init() throws { home = try Home() }

  private func info(
    _ arguments: [String], before: [String] = []
  ) throws -> (status: Int32?, output: String, errors: String) {
    let child = try ChildProcess(before + [BuiltProgram.path, "info"] + arguments, environment: home.environment)
    child.closeInput()
    let status = child.exitStatus(within: Player.limit)
    _ = child.wait(atMost: .zero) { _ in true }
    return (status, child.output, child.errors)
  }

  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func `people read names and values`() throws {
    let song = try home.song("1.flac", seconds: 2, title: "Ein \u{1B}[2JTitel\nin Zeilen", artist: "Jürgen")
    let end = try info([song])
    #expect(end.status == 0)
    #expect(end.errors == "")
    #expect(
      end.output == """
        \(song)
          container  FLAC
          sound      8 kHz 16 bit stereo
          decoder    libFLAC
          length     0:02 (16000 frames)
          TITLE      Ein \u{FFFD}[2JTitel⏎in Zeilen
          ARTIST     Jürgen

        """)
  }

  @Test func `programs read a line of JSON for each file`() throws {
    let files = [
      try home.song("1.flac", seconds: 2, title: "\"Quote\" \\ \u{1}\n.", artist: "Jürgen"),
      try home.song("2\n.wav", seconds: 1),
    ]
    let end = try info(["--json"] + files)
    #expect(end.status == 0)
    let objects = try objects(end.output)
    #expect(objects.map { $0["file"] as? String } == files)
    #expect((objects[0]["tags"] as? [String: [String]])?["TITLE"] == ["\"Quote\" \\ \u{1}\n."])
    #expect(objects.map { $0["frames"] as? Int } == [16_000, 8_000])
    #expect(objects.map { $0["seconds"] as? Double } == [2, 1])
    let format = try #require(objects[1]["format"] as? [String: Any])
    #expect(format["rate"] as? Int == 8_000)
    #expect(format["bits"] as? Int == 16)
  }

  @Test func `after a file that cannot be read come the others, and the status is 1`() throws {
    let song = try home.song("1.wav", seconds: 1)
    let text = try home.write("no sound", to: "text.flac")
    for options in [[], ["--json"]] {
      let end = try info(options + [home.path + "/none.flac", text, song])
      #expect(end.status == 1)
      #expect(end.errors == "cans: \(home.path)/none.flac: no such file\n")
      #expect(end.output.contains("text.flac") && end.output.contains("not a sound file that cans can read"))
      #expect(end.output.contains("8000"))
    }
    #expect(try objects(info(["--json", home.path + "/none.flac", song]).output).count == 2)
  }

  @Test func `a cue sheet, a playlist and a folder are described by their files`() throws {
    let song = try home.song("1.flac", seconds: 2)
    let sheet = try home.write(
      "FILE \"1.flac\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:01:00\n", to: "Music/1.cue")
    let list = try home.write("Music/1.flac\n", to: "list.m3u8")
    let whole = try info([song])
    for path in [sheet, list, home.path + "/Music"] { #expect(try info([path]) == whole, "\(path)") }
    let broken = try home.write("Music/1.flac\nnone.flac\n", to: "broken.m3u")
    let end = try info([broken])
    #expect(end == (1, whole.output, "cans: none.flac (in broken.m3u): no such file\n"), "\(end)")
  }

  @Test func `without a file it says so`() throws {
    let end = try info([])
    #expect(end.status == 2)
    #expect(end.errors == "cans: cans info needs a file\n")
  }

  @Test func `a tag of 250 MB costs neither much memory nor its title`() throws {
    let path = home.path + "/large.mp3"
    // ID3v2.3 of 250 MB: a title, and a picture that is nearly all of it.
    let size = 250 << 20
    var bytes = Array("ID3".utf8) + [3, 0, 0] + (0..<4).map { UInt8(size >> (21 - 7 * $0) & 0x7F) }
    bytes += Array("TIT2".utf8) + [0, 0, 0, 6, 0, 0, 0] + Array("Title".utf8)
    bytes += Array("APIC".utf8) + (0..<4).map { UInt8((size - 1_000) >> (24 - 8 * $0) & 0xFF) } + [0, 0]
    try Data(bytes).write(to: URL(filePath: path))
    try #require(truncate(path, off_t(size + 10)) == 0)
    // 200,000 kB for all data, stacks of threads included.
    let end = try info(["--json", path], before: ["sh", "-c", "ulimit -d 200000; exec \"$@\"", "sh"])
    #expect(end.status == 1)
    #expect((try objects(end.output).first?["tags"] as? [String: [String]])?["TITLE"] == ["Title"])
  }
}
