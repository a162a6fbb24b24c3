/// A stretch of a recording that is the signal itself, sample for sample.
struct Passage: CustomStringConvertible {
  /// Where it lies in the recording.
  var heard: Range<Int>
  /// Which frame of the signal its first frame is.
  var position: Int
  /// The frame of the signal after its last.
  var end: Int { position + heard.count }

  var description: String { "frames \(position)..<\(end) of the signal, recorded at \(heard)" }
}

/// Where a recording departs from the signal.
struct Difference: Error, CustomStringConvertible {
  let description: String
  /// The recording goes on exactly one buffer of the emulated codec later. QEMU's codec throws its 2048
  /// frames away when the recorder, which runs on the host, has not emptied them in time; what the player
  /// wrote is not in question then.
  var isRecorderOverrun = false
}

/// Records and judges with `body`; once more, at most twice, when the lab's recorder lost a buffer by itself.
func unlessRecorderOverran(_ body: () throws -> Void) throws {
  for _ in 0..<2 {
    do {
      return try body()
    } catch let difference as Difference where difference.isRecorderOverrun {
      print("the lab's recorder lost a buffer, so this is recorded again: \(difference)")
    }
  }
  try body()
}

extension Recording {
  /// Checks that all sound in `range` is one unbroken passage of `signal` at full volume, to within one step of 16
  /// bits, and says which. Silence around it is of no account; silence or anything else within it is a difference.
  func passage(of signal: TestSignal, in range: Range<Int>) throws(Difference) -> Passage {
    guard let first = frames[range].firstIndex(where: { $0 != .zero }) else { throw Difference(description: "silence") }
    let last = frames[range].lastIndex { $0 != .zero }!
    guard let position = signal.position(of: frames[first..<min(first + 48, last + 1)]) else {
      throw Difference(
        description: "what is heard from \(first) on (\(frames[first...].prefix(4))) is not in the signal")
    }
    for index in first...last {
      let expected = position + index - first
      guard expected < signal.frames.count else {
        throw Difference(description: "the signal's \(signal.frames.count) frames ended, yet sound goes on at \(index)")
      }
      let original = signal.frames[expected]
      if !isWithinOne(frames[index], original) {
        let later = signal.position(of: frames[index..<min(index + 48, last + 1)])
        let silentUntil = frames[index...last].firstIndex { $0 != .zero } ?? last
        throw Difference(
          description: """
            frame \(expected), recorded at \(index), \(time(of: index)) s, is \(frames[index]) and not \(original); the \
            passage began with frame \(position) at \(first) and ends at \(last); silent until \(silentUntil); from here on it is \(later.map { "frame \($0)" } ?? "unknown")
            """,
          isRecorderOverrun: later == expected + 2_048)
      }
    }
    return Passage(heard: first..<last + 1, position: position)
  }

  /// Checks that the sound in `range` is one passage of `signal` that fades in over `fade` frames and then stays at
  /// full volume. Says, besides the passage, with which frame of the signal the fade began: the first ones are rounded
  /// to silence, but all others lie on a straight line through it.
  func passageFadingIn(
    of signal: TestSignal, in range: Range<Int>, fade: Int
  ) throws(Difference) -> (Passage, start: Int) {
    guard let first = frames[range].firstIndex(where: { $0 != .zero }) else { throw Difference(description: "silence") }
    // From 20 ms on the fade leaves enough of every frame to know its signs.
    let known = first + TestSignal.rate / 50
    guard known + 48 < range.upperBound, let position = signal.position(of: frames[known..<known + 48]) else {
      throw Difference(description: "what is heard from \(first) on is not in the signal")
    }
    let offset = position - known
    let full = try passage(
      of: signal, in: try fullVolume(from: first, offset: offset, of: signal, in: range)..<range.upperBound)
    var sum = 0.0
    for index in first..<full.heard.lowerBound {
      let (heard, original) = (frames[index], signal.frames[index + offset])
      let gains = (Double(heard.x) / Double(original.x), heard.y == 0 ? nil : Double(heard.y) / Double(original.y))
      // The dither is louder than the first frames.
      let dither = 2 / 8_192.0
      guard -dither...1 + dither ~= gains.0, -dither...1 + dither ~= gains.1 ?? 0 else {
        throw Difference(
          description: "frame \(index + offset), recorded at \(index), is \(heard): no lower gain of \(original)")
      }
      sum += Double(index + offset) - gains.0 * Double(fade)
    }
    let start = Int((sum / Double(max(1, full.heard.lowerBound - first))).rounded())
    return (Passage(heard: first..<full.heard.upperBound, position: first + offset), start)
  }

  /// The first frame after which the next millisecond is at full volume.
  private func fullVolume(
    from first: Int, offset: Int, of signal: TestSignal, in range: Range<Int>
  ) throws(Difference) -> Int {
    var run = 0
    for index in first..<range.upperBound where index + offset < signal.frames.count {
      run = isWithinOne(frames[index], signal.frames[index + offset]) ? run + 1 : 0
      if run == 48 { return index - 47 }
    }
    throw Difference(
      description: "frame \(first + offset), recorded at \(first), and those after it never reach full volume")
  }

  private func isWithinOne(_ left: SIMD2<Int16>, _ right: SIMD2<Int16>) -> Bool {
    let difference = left &- right
    return -1...1 ~= difference.x && -1...1 ~= difference.y
  }
}
