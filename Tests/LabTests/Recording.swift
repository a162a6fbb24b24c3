import TestSupport

/// What was heard, with the guest's time (CLOCK_MONOTONIC, in seconds) of each frame.
struct Recording {
  private enum Times {
    case epoch(Double)
    case stamps([(time: Double, frames: Int)])
  }

  let frames: [SIMD2<Int16>]
  private let times: Times

  /// The sound lab's recording of the HDA card from `start` on. Its clock is known to some 3 ms, and the recorder hears
  /// what the card plays up to 30 ms late. `epoch` is the time of the recording's first frame.
  init(ofHDA path: String, epoch: Double, from start: Double) throws {
    let first = max(0, Int((start - epoch) * Double(TestSignal.rate)))
    frames = try WAVFile(path: path, frames: first..<Int.max / 8, offset: 255).frames
    times = .epoch(epoch + Double(first) / Double(TestSignal.rate))
  }

  /// What labguest captured from the loopback card: PREFIX.raw and PREFIX.stamps.
  init(ofLoopback prefix: String) throws {
    frames = try WAVFile(path: prefix + ".raw", frames: 0..<Int.max / 8, header: 0).frames
    let lines = try SoundLab.command(["cat", prefix + ".stamps"], within: .seconds(10)).split(separator: "\n")
    times = .stamps(
      lines.compactMap { line in
        let fields = line.split(separator: " ")
        guard fields.count == 2, let time = Double(fields[0]), let frames = Int(fields[1]) else { return nil }
        return (time, frames)
      })
  }

  /// When the frame at `index` had been heard at the latest.
  func time(of index: Int) -> Double {
    switch times {
    case .epoch(let epoch): epoch + Double(index) / Double(TestSignal.rate)
    case .stamps(let stamps): stamps.first { $0.frames > index }?.time ?? .infinity
    }
  }

  /// The first frame heard after `time`.
  func index(at time: Double) -> Int {
    switch times {
    case .epoch(let epoch): min(max(0, Int(((time - epoch) * Double(TestSignal.rate)).rounded(.up))), frames.count)
    case .stamps(let stamps): stamps.last { $0.time <= time }?.frames ?? 0
    }
  }

  /// This recording with one channel silenced, on which another program plays.
  private init(frames: [SIMD2<Int16>], times: Times) {
    self.frames = frames
    self.times = times
  }
  var leftOnly: Recording { Recording(frames: frames.map { [$0.x, 0] }, times: times) }
}
