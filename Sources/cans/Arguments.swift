import PlayerCore

/// What the command line asks for: a command, its options and its files.
struct Arguments {
  /// A command line that means nothing; the text is one line for stderr, the exit status 2.
  struct Failure: Error, Equatable {
    let text: String
  }

  /// What is wanted of the command.
  enum Request: Equatable {
    case run, help, version
  }

  private(set) var command = ScreenCommand.subcommand
  private(set) var request = Request.run
  /// Files, folders and playlists, byte for byte: a file's name need not be UTF-8.
  private(set) var files: [FilePath] = []
  /// What follows the name of a command that passes its words on to another program.
  private(set) var passedOn: [[UInt8]] = []
  private(set) var given: [(option: CommandOption, value: [UInt8])] = []

  /// Reads the arguments after the program's name. The first one that is no option may name a command; options may come
  /// before and after it, and what follows "--" are files.
  init(_ words: [[UInt8]], commands: [Subcommand] = Subcommand.all) throws(Failure) {
    let known = ([command] + commands).flatMap(\.options) + [.help, .version]
    var rest = words[...]
    var takesOptions = true
    var isCommandNamed = false
    while let word = rest.popFirst() {
      guard takesOptions, word.first == UInt8(ascii: "-"), word.count > 1 else {
        if takesOptions, !isCommandNamed, files.isEmpty,
          let named = commands.first(where: { Array($0.name.utf8) == word })
        {
          command = named
          isCommandNamed = true
          if named.passesWordsOn {
            passedOn = Array(rest)
            rest = []
          }
        } else {
          files.append(FilePath(bytes: word))
        }
        continue
      }
      if word == Array("--".utf8) {
        takesOptions = false
        continue
      }
      // A letter may mean something else to another command.
      switch try take(word, of: command.options + known, &rest) {
      case .help:
        request = .help
        return
      case .version:
        request = .version
        return
      default: break
      }
    }
    if let stranger = given.first(where: { !command.takes($0.option) }) {
      throw unknownOption(stranger.option.spelling)
    }
    if command.operands == nil, let file = files.first {
      throw Failure(text: "\(command.title) takes no files, such as \(file.text); \(command.title) --help tells more")
    }
  }

  /// Whether `option` was given.
  func has(_ option: CommandOption) -> Bool { given.contains { $0.option == option } }

  /// The value of `option` as it was given last; nil if it was not.
  func value(of option: CommandOption) -> FilePath? {
    given.last { $0.option == option }.map { FilePath(bytes: $0.value) }
  }

  /// Takes the option `word`, with its value from behind "=" or from the word that follows.
  private mutating func take(
    _ word: [UInt8], of known: [CommandOption], _ rest: inout ArraySlice<[UInt8]>
  ) throws(Failure) -> CommandOption {
    let parts = word.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(decoding: parts[0], as: UTF8.self)
    guard let option = known.first(where: { $0.isSpelled(spelling) }) else {
      throw unknownOption(String(decoding: word, as: UTF8.self))
    }
    if option.value == nil {
      guard parts.count == 1 else { throw Failure(text: "\(spelling) takes no value") }
      given.append((option, []))
    } else {
      guard let value = parts.count == 2 ? Array(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw Failure(text: "\(spelling) needs a value: \(option.help)")
      }
      given.append((option, value))
    }
    return option
  }

  private func unknownOption(_ text: String) -> Failure {
    Failure(text: "\(command.title) has no option \(text); \(command.title) --help lists what there is")
  }
}
