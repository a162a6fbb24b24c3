internal import Foundation
public import PlayerCore

/// A recorded trace as facts over time.
public struct Trace: Sendable, CustomStringConvertible {
  /// Which kind of line brought the news.
  public enum Source: String, Sendable {
    case alsa, server = "facts", bluez
  }

  /// What all sources said from then on.
  public struct Moment: Sendable {
    /// Since the trace's start.
    public var time: Duration
    /// Whose news it was.
    public var source: Source
    /// All facts.
    public var facts: Facts
  }

  /// Something that was done to the machine.
  public struct Action: Sendable {
    /// When the hardware changed, or the command was started, since the trace's start.
    public var time: Duration
    /// What was done, as `labctl jack headphone plug`.
    public var command: String
  }

  /// The file's name without its ending.
  public let name: String
  /// What was known before the first line.
  public let start: Facts
  /// Every change of facts, in order.
  public private(set) var moments: [Moment] = []
  /// All that was done, in order.
  public private(set) var actions: [Action] = []

  /// The name.
  public var description: String { name }

  /// Reads the trace `name`; one that is missing or damaged ends the run.
  init(_ name: String) {
    self.name = name
    let url = URL(filePath: TraceFolder.path).appending(path: name + ".jsonl")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { fatalError("cannot read \(url.path())") }
    let lines = text.split(separator: "\n").map { TraceLine($0) }
    var world = TraceWorld(lines, hasHeadsetJack: !name.contains("two-jacks"))
    start = world.facts
    for line in lines {
      if line.source == "action" { actions.append(Action(time: line.time, command: line.text("command"))) }
      guard let source = Source(rawValue: line.source) else { continue }
      let before = world.facts
      world.take(line)
      if world.facts != before { moments.append(Moment(time: line.time, source: source, facts: world.facts)) }
    }
  }

  /// When this was done, each time.
  public func times(of command: String) -> [Duration] { actions.filter { $0.command == command }.map(\.time) }
}

/// A line of a trace.
struct TraceLine {
  private let object: [String: Any]

  init(_ text: Substring) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
      fatalError("no line of a trace: \(text)")
    }
    self.object = object
  }

  var source: String { text("src") }
  var time: Duration { .microseconds(Int64(((object["t"] as? Double) ?? 0) * 1_000_000)) }
  func text(_ key: String) -> String { object[key] as? String ?? "" }
  func list<Item>(_ key: String) -> [Item]? { object[key] as? [Item] }
}
