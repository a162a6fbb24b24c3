import PlayerCore

/// What a listener heard, against what was to be heard.
struct PassageCheck {
  /// A frame with sound, and its time in milliseconds since the recording's start.
  private struct Frame {
    var time: Double
    var sound: Sound
    var index: Int
  }

  private let frames: [Frame]
  private let passages: [Passage]
  private let port: (Double) -> Port
  private let end: Double

  /// - Parameters:
  ///   - heard: all frames that have sound, with their times.
  ///   - passages: all that was to be heard.
  ///   - port: the port that the sound took at a time.
  ///   - end: when all was over.
  init(_ heard: [(time: Double, sound: Sound)], _ passages: [Passage], port: @escaping (Double) -> Port, end: Double) {
    frames = heard.enumerated().map { Frame(time: $0.element.time, sound: $0.element.sound, index: $0.offset) }
    (self.passages, self.port, self.end) = (passages, port, end)
  }

  /// All that is not as it should be.
  var problems: [String] {
    var problems: [String] = []
    var next = 0
    var strays: [Frame] = []
    for (index, passage) in passages.enumerated() {
      let latest = passage.to.map(Double.init) ?? end
      while next < frames.count, passage.from > 0, frames[next].time < Double(passage.from) {
        strays.append(frames[next])
        next += 1
      }
      let first = next
      while next < frames.count, frames[next].time <= latest { next += 1 }
      problems += self.problems(of: index, frames[first..<next])
    }
    strays += frames[next...]
    guard let first = strays.first, let last = strays.last else { return problems }
    return ["\(strays.count) frames that were not to be heard: \(text(first)) … \(text(last))"] + problems
  }

  private func problems(of index: Int, _ heard: ArraySlice<Frame>) -> [String] {
    let passage = passages[index]
    let name = "passage \(index) (\(passage.from)–\(passage.to.map(String.init) ?? "end"))"
    guard let first = heard.first, let last = heard.last else { return ["\(name): nothing was heard"] }
    var problems: [String] = []
    let slack = Double(Passage.slack)
    if passage.from > 0, first.time > Double(passage.from) + slack { problems.append("begins with \(text(first))") }
    let latest = passage.to.map(Double.init) ?? end
    if last.time < latest - slack { problems.append("ends with \(text(last))") }
    // At the edge itself it is both.
    if let wrong = heard.first(where: { port($0.time) != passage.port && port($0.time - 2) != passage.port }) {
      problems.append("heard on \(port(wrong.time)): \(text(wrong))")
    }
    problems += levelProblems(of: index, heard) + placeProblems(of: index, heard)
    return problems.map { "\(name): \($0)" }
  }

  private func levelProblems(of index: Int, _ heard: ArraySlice<Frame>) -> [String] {
    let passage = passages[index]
    let gain = Double(Level(percent: passage.level).gain.linear)
    let from = Double(passage.from)
    // What the device had may be heard for a moment, and the ramp takes its time; a new start fades in.
    let follows = index > 0 && passages[index - 1].to == passage.from
    let settled = from + (passage.from == 0 || follows ? 40 : 340)
    let latest = (passage.to.map(Double.init) ?? end) - 40
    let loud = heard.first { $0.sound.gain > gain + 1e-6 && (!follows || $0.time >= from + 31) }
    let wrong = heard.first { $0.time > settled && $0.time < latest && abs($0.sound.gain - gain) > 1e-6 }
    return [loud.map { "too loud: \(text($0))" }, wrong.map { "not at its level: \(text($0))" }].compactMap(\.self)
  }

  /// Frames follow each other without a gap; a passage begins with the frame after the last that was heard, or where it
  /// is said to.
  private func placeProblems(of index: Int, _ heard: ArraySlice<Frame>) -> [String] {
    let (passage, first) = (passages[index], heard.first!)
    var problems: [String] = []
    let before = first.index > 0 ? frames[first.index - 1].sound : nil
    let next = before.map { Sound(track: $0.track, frame: $0.frame + 1, gain: 0) }
    let begin = Sound(track: 1, frame: 0, gain: 0)
    let expected = passage.start ?? next ?? begin
    // A fade-in's first frame has no sound.
    if first.sound.track != expected.track || !(0...2).contains(first.sound.frame - expected.frame) {
      problems.append("begins with \(text(first)) and not with track \(expected.track) frame \(expected.frame)")
    }
    for (one, next) in zip(heard, heard.dropFirst()) {
      let isNext = one.sound.track == next.sound.track && next.sound.frame == one.sound.frame + 1
      let isBorder = next.sound.track == one.sound.track + 1 && next.sound.frame == 0
      if next.time - one.time > 2.5 || (!isNext && !isBorder) {
        problems.append("\(text(one)) and then \(text(next))")
      }
    }
    return Array(problems.prefix(3))
  }

  private func text(_ frame: Frame) -> String {
    let sound = frame.sound
    return
      "track \(sound.track) frame \(sound.frame) at gain \(sound.gain) (\(Int(frame.time)) ms, \(port(frame.time)))"
  }
}
