import Glibc
import TestSupport
import Testing

extension SoundLabTests {
  /// Playing on, whatever else the machine does and however long it takes.
  struct EnduranceTests {
    private static let loadSeconds = Int(ProcessEnvironment.variable("CANS_LOAD_SECONDS")) ?? 20
    private static let soakSeconds = Int((Double(ProcessEnvironment.variable("CANS_SOAK_HOURS")) ?? 0) * 3_600)

    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `eight busy processes make no gap`() throws {
      let listener = try Listener(lab, card: .hda, tracks: try minutes(Self.loadSeconds / 60 + 1))
      let thread = try lab.outputThread(of: try listener.player())
      let load = try listener.startLoad(processes: 8)
      let stretch = try listener.play(seconds: Self.loadSeconds)
      let longestWait = try lab.longestWait(of: thread)
      load.terminate()
      let recording = try listener.finish()
      print("8 busy processes: \(stretch); \(thread), which waited for a processor \(longestWait) ms at most")
      stretch.expectUnbroken()
      #expect(thread.isRealTime, "the guest is root, whom nothing denies it")
      // The signal has no silent frame: one between its first and its last would be a gap.
      let first = try #require(recording.frames.firstIndex { $0 != .zero })
      let last = try #require(recording.frames.lastIndex { $0 != .zero })
      let gaps = recording.frames[first...last].count { $0 == .zero }
      #expect(gaps == 0, "\(gaps) silent frames in the music")
    }

    @Test(.enabled(if: soakSeconds > 0, "CANS_SOAK_HOURS is not set"))
    func `hours of playing leave no trace`() throws {
      let (total, warmUp) = (Self.soakSeconds, min(300, Self.soakSeconds))
      let listener = try Listener(lab, card: .hda, tracks: try minutes((total + warmUp) / 60 + 5))
      let player = try listener.player()
      _ = try listener.play(seconds: warmUp)
      let before = try lab.resources(of: player)
      var played = 0
      while played < total {
        let stretch = try listener.play(seconds: min(3_600, total - played))
        played = min(total, played + 3_600)
        let now = try lab.resources(of: player)
        print("\(played) s of \(total): \(stretch); \(now), \(before) after \(warmUp) s")
        stretch.expectUnbroken()
        // Around a border the next track is open, too; one that stayed open would add sixty an hour.
        #expect(now.kilobytes <= before.kilobytes + 512 && now.descriptors <= before.descriptors + 1)
      }
      // Its recording, 11 MB a minute, is not listened to: a day of it does not fit into memory.
      try listener.quit()
    }

    /// A track of a minute, as often as asked for.
    private func minutes(_ count: Int) throws -> [String] {
      Array(repeating: try lab.tracks(of: TestSignal(seconds: 60))[0], count: count)
    }
  }
}

/// A stretch of playing, between two looks at the PCM.
private struct Stretch: CustomStringConvertible {
  let start: Listener.Step
  let end: Listener.Step

  private var seconds: Double { end.time - start.time }
  /// The frames that the card took, less those that it should have.
  private var surplus: Double { end.ahead - start.ahead }

  /// An underrun is followed by a new start, which the kernel notes.
  func expectUnbroken() {
    #expect(start.state == "RUNNING" && end.state == "RUNNING")
    #expect(start.triggered == end.triggered, "started again \(end.triggered - start.triggered) s later")
    #expect(abs(surplus) < max(seconds * 0.001, 0.1) * Double(TestSignal.rate), "\(self)")
  }

  var description: String {
    let isUnbroken = start.triggered == end.triggered && end.state == "RUNNING"
    return "\(Int(seconds)) s of the guest's time, \(isUnbroken ? "no underrun" : "underruns"), "
      + "\(Int(surplus.rounded())) frames more than its clock says"
  }
}

extension Listener {
  fileprivate func play(seconds: Int) throws -> Stretch {
    // An emulated card on a busy machine is late at most looks, by tenths of a second; the look that finds it furthest
    // on comes closest to the truth.
    let looks = Array(repeating: "wait:50", count: 20)
    // Emulated time is slower than ours, under load by some times.
    let steps = try perform(looks + ["wait:\(seconds * 1_000)"] + looks, within: .seconds(240 + 6 * seconds))
    func furthest(_ looks: ArraySlice<Step>) -> Step { looks.max { $0.ahead < $1.ahead }! }
    return Stretch(start: furthest(steps.prefix(looks.count)), end: furthest(steps.suffix(looks.count)))
  }
}

extension Listener.Step {
  /// The frames that the card had taken, less those of the guest's time.
  fileprivate var ahead: Double { Double(pointer) - time * Double(TestSignal.rate) }
}

/// The thread that must not be late.
private struct OutputThread: CustomStringConvertible {
  /// Its folder below /proc.
  let folder: String
  let priority: Int
  let policy: Int32
  var isRealTime: Bool { priority > 0 && (policy == SCHED_FIFO || policy == SCHED_RR) }
  var description: String {
    "the output thread has \(isRealTime ? "real-time priority \(priority)" : "no real-time priority")"
  }
}

extension SoundLab {
  /// Finds the output thread of `process`, and has the kernel note how long it waits from now on.
  fileprivate func outputThread(of process: Int) throws -> OutputThread {
    // proc(5): the 40th and the 41st field are the real-time priority and the policy.
    let script = """
      echo 1 >/proc/sys/kernel/sched_schedstats
      for thread in /proc/\(process)/task/*; do
        grep -qx cans-output $thread/comm && echo $thread && cut -d ' ' -f 40,41 $thread/stat
      done; :
      """
    let fields = try run(["sh", "-c", script]).split(whereSeparator: \.isWhitespace)
    guard fields.count == 3, let priority = Int(fields[1]), let policy = Int32(fields[2]) else {
      throw LabError("process \(process) has no output thread: \(fields)")
    }
    return OutputThread(folder: String(fields[0]), priority: priority, policy: policy)
  }

  /// The longest time that the thread could have run and did not, in milliseconds.
  fileprivate func longestWait(of thread: OutputThread) throws -> Double {
    let line = try run(["sh", "-c", "grep -w wait_max \(thread.folder)/sched"])
    guard let wait = line.split(whereSeparator: \.isWhitespace).last.flatMap({ Double($0) }) else {
      throw LabError("the kernel says of the output thread's waits: \(line)")
    }
    return wait
  }
}

/// What a process holds.
private struct Resources: CustomStringConvertible {
  let kilobytes: Int
  let descriptors: Int
  var description: String { "\(kilobytes) kB and \(descriptors) descriptors" }
}

extension SoundLab {
  fileprivate func resources(of process: Int) throws -> Resources {
    let script = "grep ^Pss: /proc/\(process)/smaps_rollup; ls /proc/\(process)/fd | wc -l"
    let numbers = try run(["sh", "-c", script]).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 2 else { throw LabError("the guest does not tell what process \(process) holds") }
    return Resources(kilobytes: numbers[0], descriptors: numbers[1])
  }
}
