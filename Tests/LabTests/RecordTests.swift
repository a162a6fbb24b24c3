import CTestSupport
import Glibc
import TestSupport
import Testing

extension SoundLabTests {
  /// `cans record` from the loopback card, which hears what is played to it. (The emulated HDA card cannot record.)
  @Suite(.timeLimit(.minutes(19)))
  struct RecordTests {
    private static let seconds = 40
    private static let signal = TestSignal(seconds: seconds)
    let lab: SoundLab

    init() throws {
      lab = try #require(InSoundLab.lab)
      try lab.prepare(.loopback)
    }

    /// A recording that runs while the signal is played.
    private final class Take {
      let lab: SoundLab
      let path: String
      let recorder: ChildProcess
      private let source: ChildProcess

      init(_ lab: SoundLab, _ ending: String, in folder: String? = nil) throws {
        self.lab = lab
        path = "\(folder ?? lab.folder)/take.\(ending)"
        let material = lab.folder + "/signal.wav"
        if access(material, F_OK) != 0 { try RecordTests.signal.writeWAV(to: material) }
        // First: the recorder then finds its rate and format.
        source = try lab.start(["aplay", "-q", "-D", "hw:Loopback,0", material])
        try lab.run([
          "sh", "-c", #"while ! grep -q RUNNING /proc/asound/Loopback/pcm0p/sub0/status; do :; done; rm -f "$0""#, path,
        ])
        recorder = try lab.start([Listener.cans, "record", "--device", "hw:Loopback,1", path])
      }

      deinit { source.terminate() }

      /// Waits, in the guest, until the file has so many bytes.
      func grows(to bytes: Int) throws {
        let script = #"while [ "$(stat -c %s "$0" 2>/dev/null || echo 0)" -lt "$1" ]; do :; done"#
        do {
          try lab.run(["timeout", "60", "sh", "-c", script, path, "\(bytes)"], within: .seconds(180))
        } catch { throw LabError("nothing is recorded: \(error) \(recorder.errors)") }
      }

      func signal(_ name: String) throws { try lab.run(["pkill", "-\(name)", "-f", "[c]ans record"]) }

      /// The recorder's exit status and what it said.
      func end() -> (status: Int32?, errors: String) {
        let status = recorder.exitStatus(within: .seconds(120))
        _ = recorder.wait(atMost: .zero) { _ in true }
        return (status, recorder.errors)
      }

      /// The frames in the file, or in a copy of it that this machine sees, as FFmpeg decodes them; libsndfile has to
      /// read as many.
      func frames(of copy: String? = nil) throws -> [SIMD2<Int16>] {
        let path = copy ?? path
        let raw = lab.folder + "/take.raw"
        let probed = try SoundLab.command(["ffprobe", "-v", "error", "-show_format", path], within: .seconds(60))
        #expect(probed.contains("format_name="))
        try SoundLab.command(
          ["ffmpeg", "-nostdin", "-y", "-v", "error", "-i", path, "-f", "s16le", raw], within: .seconds(60))
        let frames = try WAVFile(path: raw, frames: 0..<Int.max / 8, header: 0).frames
        #expect(Int(cts_count_frames(path)) == frames.count)
        return frames
      }
    }

    /// Whether `frames` are a piece of the signal, every one of them; returns how long it is in seconds.
    private func expectSignal(
      _ frames: [SIMD2<Int16>], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Double {
      let heard = frames.drop { $0 == .zero }
      let start = try #require(Self.signal.position(of: heard.prefix(64)), sourceLocation: sourceLocation)
      let wrong = zip(heard, Self.signal.frames[start...]).enumerated().first { $0.element.0 != $0.element.1 }
      // At its end the signal may have stopped first.
      let isExact = wrong.map { found in heard.dropFirst(found.offset).allSatisfy { $0 == .zero } } ?? true
      #expect(isExact, "frame \(wrong?.offset ?? -1) of \(heard.count)", sourceLocation: sourceLocation)
      return Double(wrong?.offset ?? heard.count) / Double(TestSignal.rate)
    }

    @Test(arguments: ["flac", "wav"])
    func `what is played is in the file, every frame of it`(ending: String) throws {
      let take = try Take(lab, ending)
      try take.grows(to: 900_000)
      try take.signal("INT")
      #expect(take.end() == (0, ""))
      #expect(try expectSignal(try take.frames()) > 4)
    }

    @Test(arguments: ["ogg", "opus"])
    func `the small kinds are whole`(ending: String) throws {
      let take = try Take(lab, ending)
      try take.grows(to: 60_000)
      try take.signal("TERM")
      #expect(take.end() == (0, ""))
      #expect(Int(cts_count_frames(take.path)) > TestSignal.rate)
    }

    /// As a USB card goes that is pulled: the driver lets go of the card under the program that records. (The lab's USB
    /// card has no microphone.)
    @Test(arguments: ["flac", "wav"])
    func `R30: a card that is removed while it is recorded from ends it, and the file is whole`(ending: String) throws {
      // The module with the jacks would keep its card.
      try lab.prepare(.hda)
      let take = try Take(lab, ending)
      try take.grows(to: 600_000)
      let driver = "/sys/bus/platform/drivers/snd_aloop"
      // It returns only when everybody has closed the card.
      try lab.run(["sh", "-c", "echo snd_aloop.0 >\(driver)/unbind 2>/dev/null </dev/null &"])
      defer {
        let script = "while [ -e \(driver)/snd_aloop.0 ]; do :; done; echo snd_aloop.0 >\(driver)/bind"
        _ = try? lab.run(["timeout", "30", "sh", "-c", script])
      }
      let end = take.end()
      #expect(end.status == 1)
      #expect(end.errors == "cans: the microphone is gone; \(take.path) holds what was recorded until then\n")
      #expect(try expectSignal(try take.frames()) > 2)
    }

    @Test func `R30: the loss of a headset's microphone ends it, and no other one is recorded`() throws {
      try lab.run(["labctl", "jack", "headset-mic", "plug"])
      defer { _ = try? lab.run(["labctl", "jack", "headset-mic", "unplug"]) }
      let take = try Take(lab, "flac")
      try take.grows(to: 600_000)
      try lab.run(["labctl", "jack", "headset-mic", "unplug"])
      let end = take.end()
      #expect(end.status == 1 && end.errors.hasPrefix("cans: the microphone is gone; "), "\(end)")
      #expect(try expectSignal(try take.frames()) > 2)
    }

    @Test(arguments: ["flac", "wav"])
    func `killed, the file has all but the last five seconds`(ending: String) throws {
      let take = try Take(lab, ending)
      try take.grows(to: 1)
      let started = try time()
      try take.grows(to: 1_600_000)
      try take.signal("KILL")
      let length = try time() - started
      _ = take.end()
      let exact = try expectSignal(try take.frames())
      #expect(exact > length - 5, "\(exact) of \(length) s")
    }

    @Test(arguments: ["flac", "wav"])
    func `a full disk ends it, and the file is whole`(ending: String) throws {
      let disk = "/run/small"
      try lab.run(["sh", "-c", "mkdir -p \(disk) && mount -t tmpfs -o size=1500k none \(disk)"])
      defer { _ = try? lab.run(["umount", disk]) }
      let take = try Take(lab, ending, in: disk)
      let end = take.end()
      #expect(end.status == 1)
      #expect(end.errors == "cans: the disk is full; \(take.path) holds what was recorded until then\n")
      try lab.run(["cp", take.path, lab.folder])
      #expect(try expectSignal(try take.frames(of: "\(lab.folder)/take.\(ending)")) > 3)
    }

    /// The guest's time in seconds.
    private func time() throws -> Double {
      let text = try lab.run(["cut", "-d ", "-f1", "/proc/uptime"])
      return Double(text.prefix { $0 != "\n" }) ?? 0
    }
  }
}
