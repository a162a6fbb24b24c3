@testable import cans
@testable import cans_ctl

/// What can be typed after `cans` and `cans-ctl`, in one form for all shells.
struct CommandWords {
  struct Option {
    var name: String
    var letter: Character?
    /// Whether a value follows it.
    var takesValue: Bool
    var help: String
  }

  /// One or two words: "seek", "queue add"; empty: the program itself.
  var name: String
  var summary: String
  var options: [Option]
  /// What follows it: these words; empty: no words that are known.
  var words: [String] = []
  var takesFiles: Bool

  /// The first word of its name.
  var first: String { name.split(separator: " ").first.map(String.init) ?? "" }
  /// The second one, if it has two.
  var second: String? { name.split(separator: " ").dropFirst().first.map(String.init) }

  /// The commands of `cans`, the program itself first.
  @MainActor static var cans: [CommandWords] {
    ([ScreenCommand.subcommand] + Subcommand.all).map { command in
      CommandWords(
        name: command.name, summary: command.summary,
        options: (command.options + [.help, .version]).map {
          Option(name: $0.name, letter: $0.letter, takesValue: $0.value != nil, help: $0.help)
        }, takesFiles: command.operands?.contains(#/FILE|FOLDER/#) ?? false)
    }
  }

  /// The commands of `cans-ctl`.
  static var cansCtl: [CommandWords] {
    ControlCommand.all.map { command in
      CommandWords(
        name: command.name, summary: command.summary,
        options: (command.options + ControlOption.common).map {
          Option(name: $0.name, letter: $0.letter, takesValue: $0.value != nil, help: $0.help)
        },
        words: command.operands.flatMap { operand -> [String] in
          if case .choice(let words) = operand.kind { words() } else { [] }
        },
        takesFiles: command.operands.contains { if case .path = $0.kind { true } else { false } })
    }
  }
}

extension [CommandWords] {
  /// The first words, each once, in their order.
  var firstWords: [String] {
    reduce(into: []) { words, command in
      if !command.first.isEmpty, !words.contains(command.first) { words.append(command.first) }
    }
  }

  /// The second words behind `first`.
  func secondWords(behind first: String) -> [String] { filter { $0.first == first }.compactMap(\.second) }
}
