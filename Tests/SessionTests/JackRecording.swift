import AudioDevices
import Foundation
import LinuxSystem
import PlayerCore

/// What a card's jack controls reported, recorded in a virtual machine with real drivers (see the files in `Fixtures`).
struct JackRecording: Sendable {
  /// One control's state.
  struct Line: Decodable, Sendable {
    var ms: Double
    var card: Int
    var name: String
    var index: Int
    var plugged: Bool
  }

  let lines: [Line]

  /// The recording `name`; lines that begin with # say how it was made.
  init(_ name: String) {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).jsonl")
    // A recording that is missing or damaged is a fault of this test target.
    let text = try! String(contentsOf: file, encoding: .utf8)
    lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      try! JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// When the edges came, since the recording's start.
  var edges: [Duration] { lines.filter { $0.ms > 0 }.map { .microseconds(Int64($0.ms * 1000)) } }

  /// What the controls said after `time`.
  func jacks(after time: Duration) -> [JackFacts] {
    var jacks: [JackFacts] = []
    for line in lines where Duration.microseconds(Int64(line.ms * 1000)) <= time {
      let jack = JackFacts(name: line.name, index: line.index, plugged: line.plugged)
      if let place = jacks.firstIndex(where: { $0.name == line.name && $0.index == line.index }) {
        jacks[place] = jack
      } else {
        jacks.append(jack)
      }
    }
    return jacks
  }
}

/// A machine whose jacks do again what was recorded.
@MainActor
final class JackReplay: HardwareMonitor {
  private let recording: JackRecording
  private let edges: [Duration]
  /// How many edges have come.
  private var done = 0
  private let clock: WorldClock
  private let card: CardFacts
  private let steady: [JackFacts]
  private let others: [CardFacts]
  private let output: OutputFacts?
  private var startsAt: MonotonicTime?

  private(set) var facts: Facts

  /// - Parameters:
  ///   - card: the card whose jacks these are; a card on the board, number 0, unless a test needs another.
  ///   - steady: jacks that the card has besides, and that stay as they are.
  ///   - others: cards that stay as they are.
  ///   - output: where a sound server would say that the stream goes.
  init(
    _ recording: JackRecording, clock: WorldClock, card: CardFacts? = nil, steady: [JackFacts] = [],
    others: [CardFacts] = [], output: OutputFacts? = nil
  ) {
    self.recording = recording
    edges = recording.edges
    self.steady = steady
    self.clock = clock
    self.card = card ?? CardFacts(index: CardIndex(0), stableID: "Intel", name: "HDA Intel")
    self.others = others
    self.output = output
    facts = Facts()
    facts = facts(after: .zero)
  }

  /// The recording runs from now on.
  func start() { startsAt = clock.now }

  /// When the edge of this number comes, once the recording runs.
  func edge(_ number: Int) -> MonotonicTime { startsAt! + edges[number] }

  var pollDescriptors: [PolledDescriptor] { [] }

  var deadline: MonotonicTime? {
    guard let startsAt, done < edges.count else { return nil }
    return startsAt + edges[done]
  }

  func process() -> Bool {
    let before = facts
    while let due = deadline, due <= clock.now {
      facts = facts(after: edges[done])
      done += 1
    }
    return facts != before
  }

  private func facts(after time: Duration) -> Facts {
    var card = card
    card.jacks = recording.jacks(after: time) + steady
    return Facts(cards: (others + [card]).sorted { $0.index < $1.index }, output: output)
  }
}
