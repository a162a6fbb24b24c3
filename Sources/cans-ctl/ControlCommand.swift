internal import ControlSocket
internal import PlayerCore

/// One command of `cans-ctl`, as data: help, completions and manual pages are made from it.
struct ControlCommand: Sendable {
  /// As typed, one or two words: "seek", "queue add".
  let name: String
  /// Half a sentence for lists of commands.
  let summary: String
  /// What follows the name.
  var operands: [Operand] = []
  /// The options that it takes besides `ControlOption.common`.
  var options: [ControlOption] = []
  /// What else people should know, in lines of at most 80 columns; empty: nothing.
  var details = ""
  /// What is to be done, for operands and options that are all right.
  let action: @Sendable (Invocation) -> Action

  /// Whether it takes this option.
  func takes(_ option: ControlOption) -> Bool { options.contains(option) || ControlOption.common.contains(option) }

  /// "cans ctl seek [options] [+|-]TIME".
  var usage: String { (["cans ctl \(name) [options]"] + operands.map(\.usage)).joined(separator: " ") }
}

/// What follows a command's name.
struct Operand: Sendable {
  /// What it may be.
  enum Kind: Sendable {
    /// A time, as `TimeText` reads it; with a sign it is a distance.
    case time
    /// A level in percent; with a sign it is a step.
    case level
    /// A file, folder or playlist.
    case path
    /// A place in the queue as `queue list` counts them, from 1.
    case position
    /// A route's id.
    case route
    /// How many, from 1.
    case count
    /// One of these words.
    case choice(@Sendable () -> [String])
  }

  /// As help texts call it: "TIME".
  let name: String
  /// What it may be.
  let kind: Kind
  /// Whether it may be left out.
  var isOptional = false
  /// Whether there may be more of them. Only the last operand.
  var repeats = false

  /// As in a line of usage: "[TIME]", "FILE…".
  var usage: String {
    let text = name + (repeats ? " …" : "")
    return isOptional ? "[\(text)]" : text
  }
}

/// An option of the command line.
struct ControlOption: Equatable, Sendable {
  /// As typed after two dashes.
  let name: String
  /// As typed after one dash.
  var letter: Character?
  /// What its value is, as help texts call it; nil: it takes none.
  var value: String?
  /// What it does.
  let help: String

  /// Those that every command takes.
  static let common = [json, timeout, help]

  static let json = ControlOption(name: "json", help: "JSON instead of text")
  static let timeout = ControlOption(name: "timeout", value: "TIME", help: "give up after so long")
  static let help = ControlOption(name: "help", letter: "h", help: "this text")
  static let version = ControlOption(name: "version", letter: "V", help: "the version")
  static let wait = ControlOption(name: "wait", letter: "w", help: "wait until it can be heard, or until it is silent")
  static let resume = ControlOption(name: "resume", help: "playback may go on")
  static let next = ControlOption(name: "next", help: "right after the current track")
  static let follow = ControlOption(name: "follow", letter: "f", help: "go on, and tell what is new")
  static let now = ControlOption(name: "now", help: "and play it at once")

  /// All there are.
  static let all = common + [version, wait, resume, next, now, follow]
}

/// What an operand turned out to be.
enum Value: Equatable, Sendable {
  case time(Duration, isDistance: Bool)
  case level(Int, isStep: Bool)
  case path(FilePath)
  /// From 1.
  case position(Int)
  case count(Int)
  case word(String)
}

/// A command as it was called, with operands and options that are all right.
struct Invocation: Sendable {
  var command: ControlCommand
  var values: [Value] = []
  var options: [ControlOption] = []
  var timeout: Duration?

  func has(_ option: ControlOption) -> Bool { options.contains(option) }

  /// The first operand, if it is a word.
  var word: String? { if case .word(let word)? = values.first { word } else { nil } }
  /// The files that were named.
  var paths: [FilePath] { values.compactMap { if case .path(let path) = $0 { path } else { nil } } }
  /// The places that were named, from 0.
  var indexes: [Int] { values.compactMap { if case .position(let position) = $0 { position - 1 } else { nil } } }
}

/// What a command does.
enum Action: Equatable, Sendable {
  /// Asks for this; with `--wait` it waits until the state is like that.
  case request(ControlRequest, until: Awaited = .nothing)
  /// Tells the state.
  case status
  /// Tells the state whenever it changes.
  case watch
  /// Lists the queue.
  case list
  /// Lists the routes.
  case routes
  /// Tells the timeline: the newest entries, or so many of them.
  case log(count: Int?, follows: Bool)
  /// Asks for this, with the ids of the entries at these places.
  case entries(at: [Int], Change)

  /// What is done with entries.
  enum Change: Equatable, Sendable {
    case play, remove
    /// So that the first one is at this place afterwards.
    case move(to: Int)
  }
}
