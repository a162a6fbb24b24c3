import TestSupport
import Testing

extension SoundLabTests {
  /// Playing on, whatever else the machine does and however long it takes.
  struct EnduranceTests {
    private static let loadSeconds = Int(ProcessEnvironment.variable("CANS_LOAD_SECONDS")) ?? 20
    private static let soakHours = Int(ProcessEnvironment.variable("CANS_SOAK_HOURS")) ?? 0

    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `eight busy processes make no gap`() throws {
      let listener = try Listener(lab, card: .hda, tracks: try minutes(Self.loadSeconds / 60 + 1))
      let load = try listener.startLoad(processes: 8)
      let stretch = try listener.play(seconds: Self.loadSeconds)
      load.terminate()
      let recording = try listener.finish()
      print("8 busy processes: \(stretch)")
      stretch.expectUnbroken()
      // The signal has no silent frame: one between its first and its last would be a gap.
      let first = try #require(recording.frames.firstIndex { $0 != .zero })
      let last = try #require(recording.frames.lastIndex { $0 != .zero })
      let gaps = recording.frames[first...last].count { $0 == .zero }
      #expect(gaps == 0, "\(gaps) silent frames in the music")
    }

    @Test(.enabled(if: soakHours > 0, "CANS_SOAK_HOURS is not set"))
    func `hours of playing leave no trace`() throws {
      let hours = Self.soakHours
      let listener = try Listener(lab, card: .hda, tracks: try minutes(hours * 60 + 10))
      let player = try listener.player()
      _ = try listener.play(seconds: 300)
      let before = try lab.resources(of: player)
      for hour in 1...hours {
        let stretch = try listener.play(seconds: 3_600)
        let now = try lab.resources(of: player)
        print("hour \(hour) of \(hours): \(stretch); \(now), \(before) after five minutes")
        stretch.expectUnbroken()
        #expect(now.kilobytes <= before.kilobytes + 512 && now.descriptors <= before.descriptors)
      }
      _ = try listener.finish()
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
  private var surplus: Double { Double(end.pointer - start.pointer) - seconds * Double(TestSignal.rate) }

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
    // Emulated time is slower than ours, under load by some times.
    let steps = try perform(["status", "wait:\(seconds * 1_000)", "status"], within: .seconds(240 + 6 * seconds))
    return Stretch(start: steps[0], end: steps[2])
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
