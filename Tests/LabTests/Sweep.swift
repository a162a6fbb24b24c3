import CTestSupport
import Glibc
import TestSupport

/// A tone that rises: its pitch alone says which place of the track is heard, at whatever gain and rate it comes out.
struct Sweep: Sendable {
  private static let (lowest, rise) = (400.0, 100.0)
  /// What the pitch is measured over, in seconds, and how far from the ends of a sound.
  private static let (window, margin) = (0.1, 0.05)

  /// Makes a FLAC file of the first 40 s of it in the folder that the guest sees, once, and returns its path.
  func track(in lab: SoundLab) throws(LabError) -> String {
    let path = lab.folder + "/sweep.flac"
    if !lab.hasFile(path) { try writeFLAC(seconds: 40, to: path) }
    return path
  }

  private func writeFLAC(seconds: Int, to path: String) throws(LabError) {
    let samples = (0..<seconds * TestSignal.rate).flatMap { frame in
      let time = Double(frame) / Double(TestSignal.rate)
      let value = Int16(16_000 * sin(2 * .pi * (Self.lowest * time + Self.rise / 2 * time * time)))
      return [value, value]
    }
    if let problem = cts_write_flac(path, Int32(TestSignal.rate), samples, Int64(seconds * TestSignal.rate)) {
      throw LabError("\(path): \(String(cString: problem))")
    }
  }

  /// The stretches of sound in `frames`, each with the places of the track, in seconds, that it begins and ends with.
  /// What is too short to be measured is left out.
  func heard(in frames: [SIMD2<Int16>], rate: Int) -> [(start: Double, end: Double)] {
    let span = Int((Self.window + 2 * Self.margin) * Double(rate))
    return stretches(of: frames, silence: rate / 100).filter { $0.count >= span }.map { stretch in
      let (margin, window) = (Int(Self.margin * Double(rate)), Int(Self.window * Double(rate)))
      let first = stretch.lowerBound + margin
      let last = stretch.upperBound - margin
      let (early, late) = (first..<first + window, last - window..<last)
      func place(_ range: Range<Int>, at frame: Int) -> Double {
        let (pitch, center) = pitch(of: frames, in: range, rate: rate)
        return (pitch - Self.lowest) / Self.rise + (Double(frame) - center) / Double(rate)
      }
      return (place(early, at: stretch.lowerBound), place(late, at: stretch.upperBound))
    }
  }

  /// Where something is heard, without pauses of `silence` frames.
  private func stretches(of frames: [SIMD2<Int16>], silence: Int) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    for index in frames.indices where frames[index].x.magnitude > 8 {
      if let last = stretches.last, index - last.upperBound < silence {
        stretches[stretches.count - 1] = last.lowerBound..<index + 1
      } else {
        stretches.append(index..<index + 1)
      }
    }
    return stretches
  }

  /// The mean pitch in hertz between the first rising edge and the last, and the frame in the middle of them.
  private func pitch(of frames: [SIMD2<Int16>], in range: Range<Int>, rate: Int) -> (Double, center: Double) {
    let edges = range.dropFirst().compactMap { index -> Double? in
      let (before, after) = (Double(frames[index - 1].x), Double(frames[index].x))
      return before < 0 && after >= 0 ? Double(index) - after / (after - before) : nil
    }
    guard let first = edges.first, let last = edges.last, last > first else { return (0, Double(range.lowerBound)) }
    return (Double(edges.count - 1) / (last - first) * Double(rate), (first + last) / 2)
  }
}

/// What was heard of a track from a USB card that was pulled, and from the same card when it was back.
struct CardReturned {
  /// The emulator records at this rate, whatever the card's is.
  private static let rate = 44_100
  /// What the emulator drops of a stream whose card goes, at most.
  private static let dropped = 0.2
  /// How well a place can be measured.
  private static let precision = 0.03

  /// The place in the track that was heard last, and that from which it went on, in seconds.
  let heard: Double
  let resumed: Double

  /// Reads the recordings of the machine's last two times with a USB card.
  init(_ lab: SoundLab, of sweep: Sweep) throws {
    let list = try SoundLab.command(
      ["sh", "-c", #"ls "$0" | sed -n 's/^usb\([0-9]*\).wav$/\1/p' | sort -n"#, lab.machine], within: .seconds(10))
    let both = try list.split(separator: "\n").suffix(2).map { number in
      let path = "\(lab.machine)/usb\(number).wav"
      return sweep.heard(in: try WAVFile(path: path, frames: 0..<Int.max / 8).frames, rate: Self.rate)
    }
    guard both.count == 2, let before = both[0].last, let after = both[1].first else {
      throw LabError("the USB card was not heard before and after: \(both)")
    }
    (heard, resumed) = (before.end, after.start)
  }

  /// Whether the music went on from the last frame heard, or at most `repeated` seconds before it (R1, R3).
  func goesOn(repeating repeated: Double, skipping skipped: Double = 0) -> Bool {
    heard - repeated - Self.precision...heard + skipped + Self.dropped + Self.precision ~= resumed
  }
}
