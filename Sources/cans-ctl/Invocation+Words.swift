internal import Glibc
internal import PlayerCore

/// A command line that means nothing; one line for stderr, and exit status 2.
struct UsageFailure: Error, Equatable {
  let text: String
}

/// What a command line asks for.
enum Call: Sendable {
  case run(Invocation)
  /// The help of a command, or of all.
  case help(ControlCommand?)
  case version
}

extension Call {
  /// Reads the words after the program's name.
  init(_ words: [[UInt8]]) throws(UsageFailure) {
    var line = WordLine(words)
    try line.read()
    guard let command = line.command else {
      if line.options.contains(.help) || words.isEmpty {
        self = .help(nil)
      } else if line.options.contains(.version) {
        self = .version
      } else {
        throw UsageFailure(text: "a command is missing; cans ctl --help lists them")
      }
      return
    }
    if line.options.contains(.help) {
      self = .help(command)
      return
    }
    if let stranger = line.options.first(where: { !command.takes($0) }) {
      throw UsageFailure(text: "cans ctl \(command.name) has no option --\(stranger.name)")
    }
    var invocation = Invocation(command: command, options: line.options, timeout: line.timeout)
    invocation.values = try command.values(of: line.operands)
    self = .run(invocation)
  }
}

/// The words of a command line, told apart.
private struct WordLine {
  private var rest: ArraySlice<[UInt8]>
  private(set) var command: ControlCommand?
  private(set) var options: [ControlOption] = []
  private(set) var timeout: Duration?
  private(set) var operands: [[UInt8]] = []

  init(_ words: [[UInt8]]) { rest = words[...] }

  mutating func read() throws(UsageFailure) {
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions, word == Array("--".utf8) {
        takesOptions = false
      } else if takesOptions, Self.isOption(word) {
        try takeOption(word)
      } else if command == nil {
        try takeCommand(String(decoding: word, as: UTF8.self))
      } else {
        operands.append(word)
      }
    }
  }

  /// "-5" is a distance.
  private static func isOption(_ word: [UInt8]) -> Bool {
    guard word.count > 1, word[0] == UInt8(ascii: "-") else { return false }
    return !(0x30...0x39 ~= word[1])
  }

  private mutating func takeCommand(_ name: String) throws(UsageFailure) {
    if let named = ControlCommand.all.first(where: { $0.name == name }) {
      command = named
      return
    }
    let group = ControlCommand.all.filter { $0.name.hasPrefix(name + " ") }
    guard !group.isEmpty else {
      throw UsageFailure(text: "there is no command \(name); cans ctl --help lists what there is")
    }
    let second = rest.firstIndex { !Self.isOption($0) }.map { String(decoding: rest.remove(at: $0), as: UTF8.self) }
    command = group.first { $0.name == "\(name) \(second ?? "")" }
    guard command == nil, !options.contains(.help), !rest.contains(Array("--help".utf8)) else { return }
    let known = group.map { String($0.name.dropFirst(name.count + 1)) }.joined(separator: ", ")
    throw UsageFailure(text: "cans ctl \(name) must be followed by one of \(known)")
  }

  private mutating func takeOption(_ word: [UInt8]) throws(UsageFailure) {
    let parts = word.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(decoding: parts[0], as: UTF8.self)
    let option = ControlOption.all.first {
      spelling == "--\($0.name)" || $0.letter.map { spelling == "-\($0)" } == true
    }
    guard let option else { throw UsageFailure(text: "there is no option \(spelling)") }
    options.append(option)
    if option.value == nil {
      guard parts.count == 1 else { throw UsageFailure(text: "\(spelling) takes no value") }
      return
    }
    let value = parts.count == 2 ? Array(parts[1]) : rest.popFirst() ?? []
    guard let (time, isDistance) = TimeText.read(String(decoding: value, as: UTF8.self)), !isDistance else {
      throw UsageFailure(text: "\(spelling) needs a time, such as 5s or 1:30")
    }
    timeout = time
  }
}

extension ControlCommand {
  /// What `words` are for this command's operands.
  func values(of words: [[UInt8]]) throws(UsageFailure) -> [Value] {
    var values: [Value] = []
    for (index, word) in words.enumerated() {
      let last = operands.last
      guard let operand = index < operands.count ? operands[index] : last?.repeats == true ? last : nil else {
        let text = String(decoding: word, as: UTF8.self)
        throw UsageFailure(text: "\(text) is too much; usage: \(usage)")
      }
      values.append(try operand.value(of: word))
    }
    if words.count < operands.count, !operands[words.count].isOptional {
      throw UsageFailure(text: "\(operands[words.count].name) is missing; usage: \(usage)")
    }
    return values
  }
}

extension Operand {
  func value(of word: [UInt8]) throws(UsageFailure) -> Value {
    let text = String(decoding: word, as: UTF8.self)
    switch kind {
    case .time:
      guard let (time, isDistance) = TimeText.read(text) else {
        throw UsageFailure(text: "\(text) is no time; 90, 1:30, +10 and -5s are")
      }
      return .time(time, isDistance: isDistance)
    case .level:
      let isStep = text.hasPrefix("+") || text.hasPrefix("-")
      let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
      guard let percent = Int(digits), isStep ? -100...100 ~= percent : 0...100 ~= percent else {
        throw UsageFailure(text: "\(text) is no level; 0 to 100, +5 and -5 are")
      }
      return .level(percent, isStep: isStep)
    case .position:
      guard let position = Int(text), 1...Int(Int32.max) ~= position else {
        throw UsageFailure(text: "\(text) is no place in the queue; they count from 1")
      }
      return .position(position)
    case .count:
      guard let count = Int(text), 1...Int(Int32.max) ~= count else {
        throw UsageFailure(text: "\(text) is no number of entries; 1 or more is")
      }
      return .count(count)
    case .choice(let choices):
      let words = choices()
      guard words.contains(text) else {
        throw UsageFailure(text: "\(text) must be one of \(words.joined(separator: ", "))")
      }
      return .word(text)
    case .route:
      guard RouteID(text).isPossible else {
        throw UsageFailure(text: "\(text) is no route's id; cans ctl route list prints them")
      }
      return .word(text)
    case .path:
      guard !word.isEmpty else { throw UsageFailure(text: "a name of a file is empty") }
      return .path(FilePath(bytes: word).fromHere)
    }
  }
}

extension FilePath {
  /// The path as another process can use it.
  fileprivate var fromHere: FilePath {
    guard bytes.first != UInt8(ascii: "/"), let here = getcwd(nil, 0) else { return self }
    defer { free(here) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: here, count: strlen(here)))).appending(self)
  }
}
