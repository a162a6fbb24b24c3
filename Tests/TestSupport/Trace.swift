internal import Foundation
public import PlayerCore

/// A recorded trace as facts over time.
public struct Trace: Sendable, CustomStringConvertible {
  /// Which kind of line brought the news.
  public enum Source: String, Sendable {
    case alsa, server = "facts", bluez, players = "bus"
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

  /// A message that went over a bus.
  public struct Message: Sendable {
    /// Since the trace's start.
    public var time: Duration
    /// Whether it calls a method; otherwise it is a signal.
    public var isCall: Bool
    /// The object's path, the interface and the method or signal.
    public var path: String, interface: String, member: String
    /// What it says, argument by argument.
    public var arguments: [RecordedValue]
    /// The name of the process that sent a call.
    public var process: String?
  }

  /// What a key of an input device did, as the kernel says it.
  public struct Key: Sendable {
    /// Since the trace's start.
    public var time: Duration
    /// The node's name, and the number of its key (linux/input-event-codes.h).
    public var node: String, code: UInt16
    /// 1 for down, 0 for up, 2 for a repetition.
    public var value: Int
  }

  /// An input device that is there from the start, as the kernel describes it in sysfs.
  public struct InputDevice: Sendable {
    /// The node's name, the device's, and where it is.
    public var node: String, name: String, phys: String
    /// How it is attached (BUS_… in linux/input.h).
    public var bus: Int
    /// Its keys, as the capability in sysfs.
    public var keys: String
    /// Whether a program has made it.
    public var isVirtual: Bool
    /// When it goes, if it does.
    public var goneAt: Duration?
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
  /// All messages, in order.
  public private(set) var messages: [Message] = []
  /// All that was pressed, in order.
  public private(set) var keys: [Key] = []
  /// All input devices with keys.
  public private(set) var inputDevices: [InputDevice] = []
  /// Lines that a client of the control socket has sent.
  public private(set) var requests: [(time: Duration, text: String)] = []
  /// When the trace's own player was told by ALSA that writing had failed, and how.
  public private(set) var failures: [(time: Duration, error: String)] = []

  /// The name.
  public var description: String { name }

  /// Reads the trace `name`; one that is missing or damaged ends the run.
  init(_ name: String) { self.init(name, inFolder: URL(filePath: TraceFolder.path)) }

  /// Reads a recording of this name that lies in the folder "Fixtures" beside `file`; one that is missing or damaged
  /// ends the run. Lines that begin with # say how it was made.
  public init(fixture name: String, beside file: String = #filePath) {
    self.init(name, inFolder: URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures"))
  }

  private init(_ name: String, inFolder folder: URL) {
    self.name = name
    let url = folder.appending(path: name + ".jsonl")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      fatalError("cannot read \(url.path(percentEncoded: false))")
    }
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { TraceLine($0) }
    var world = TraceWorld(lines, hasHeadsetJack: !name.contains("two-jacks"))
    start = world.facts
    for line in lines {
      switch line.source {
      case "action": actions.append(Action(time: line.time, command: line.text("command")))
      case "bus": messages.append(line.message)
      case "key": keys.append(line.key)
      case "input": inputDevices.append(line.inputDevice)
      case "socket": requests.append((line.time, line.text("text")))
      case "player" where line.text("event") == "writei": failures.append((line.time, line.text("code")))
      default: break
      }
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
  private let line: Data

  init(_ text: Substring) {
    line = Data(text.utf8)
    guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
      fatalError("no line of a trace: \(text)")
    }
    self.object = object
  }

  var source: String { text("src") }
  var time: Duration { .microseconds(Int64(((object["t"] as? Double) ?? 0) * 1_000_000)) }
  func text(_ key: String) -> String { object[key] as? String ?? "" }
  func list<Item>(_ key: String) -> [Item]? { object[key] as? [Item] }

  /// The line as a message over a bus.
  var message: Trace.Message {
    struct Arguments: Decodable { var args: [RecordedValue] }
    let arguments = try? JSONDecoder().decode(Arguments.self, from: line).args
    return Trace.Message(
      time: time, isCall: text("type") == "method_call", path: text("path"), interface: text("interface"),
      member: text("member"), arguments: arguments ?? [], process: object["process"] as? String)
  }

  /// The line as an input device.
  var inputDevice: Trace.InputDevice {
    let gone = object["gone"] as? Double
    return Trace.InputDevice(
      node: text("node"), name: text("name"), phys: text("phys"), bus: object["bus"] as? Int ?? 0, keys: text("keys"),
      isVirtual: object["virtual"] as? Bool ?? false, goneAt: gone.map { .microseconds(Int64($0 * 1_000_000)) })
  }

  /// The line as an input event.
  var key: Trace.Key {
    Trace.Key(
      time: time, node: text("node"), code: UInt16(object["code"] as? Int ?? 0), value: object["value"] as? Int ?? 0)
  }
}
