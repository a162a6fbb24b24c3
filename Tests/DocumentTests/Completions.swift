/// Completions for the shells, from the same tables as the help texts.
enum Completions {
  static let all: [(file: String, text: @MainActor () -> String)] = [
    ("completions/cans.bash", { bash }), ("completions/_cans", { zsh }), ("completions/cans.fish", { fish }),
  ]

  // MARK: bash

  @MainActor private static var bash: String {
    """
    # Completion of cans and cans-ctl for bash: source this file, or put it into /usr/share/bash-completion/completions.

    _cans_ctl() {
      local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[$1]} second=${COMP_WORDS[$1 + 1]} words=
      if ((COMP_CWORD == $1)); then
        words="\(CommandWords.cansCtl.firstWords.joined(separator: " "))"
      else
        case $command in
    \(CommandWords.cansCtl.firstWords.map(bashCase).joined(separator: "\n"))
        esac
      fi
      COMPREPLY=($(compgen -W "$words" -- "$current"))
    }

    _cans() {
      local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
      if [[ ${COMP_WORDS[0]##*/} == cans-ctl ]]; then
        _cans_ctl 1
      elif [[ $command == ctl ]] && ((COMP_CWORD > 1)); then
        _cans_ctl 2
      elif [[ $current == -* ]]; then
        case $command in
    \(CommandWords.cans.filter { !$0.name.isEmpty }.map { command in
          "      \(command.name)) COMPREPLY=($(compgen -W \"\(options(command))\" -- \"$current\")) ;;"
        }.joined(separator: "\n"))
          *) COMPREPLY=($(compgen -W "\(CommandWords.cans.first.map(options) ?? "")" -- "$current")) ;;
        esac
      elif ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "\(CommandWords.cans.firstWords.joined(separator: " "))" -- "$current"))
      fi
    }

    complete -o default -F _cans cans cans-ctl

    """
  }

  private static func bashCase(_ first: String) -> String {
    let commands = CommandWords.cansCtl.filter { $0.first == first }
    guard let only = commands.first, only.second == nil else {
      let seconds = CommandWords.cansCtl.secondWords(behind: first).joined(separator: " ")
      let cases = commands.map { command in
        "            \(command.second ?? "")) words=\"\(options(command))\" ;;"
      }
      return """
              \(first))
                if ((COMP_CWORD == $1 + 1)); then
                  words="\(seconds)"
                else
                  case $second in
        \(cases.joined(separator: "\n"))
                  esac
                fi ;;
        """
    }
    return "      \(first)) words=\"\((only.words + [options(only)]).joined(separator: " "))\" ;;"
  }

  private static func options(_ command: CommandWords) -> String {
    command.options.map { "--\($0.name)" }.joined(separator: " ")
  }

  // MARK: zsh

  @MainActor private static var zsh: String {
    """
    #compdef cans cans-ctl
    # Completion of cans and cans-ctl for zsh: put this file into a folder of $fpath.

    _cans_ctl() {
      local -a commands
      if ((CURRENT == 2)); then
        commands=(
    \(CommandWords.cansCtl.firstWords.map { "      \(quoted($0))" }.joined(separator: "\n"))
        )
        _describe command commands
        return
      fi
      case "$words[2] $words[3]" in
    \(CommandWords.cansCtl.filter { $0.second != nil }.map { "    \(quoted($0.name))) \(zshArguments($0)); return ;;" }
      .joined(separator: "\n"))
      esac
      case $words[2] in
    \(CommandWords.cansCtl.firstWords.map(zshCase).joined(separator: "\n"))
      esac
    }

    _cans() {
      if [[ $service == cans-ctl ]]; then
        _cans_ctl
        return
      fi
      if [[ $words[2] == ctl ]] && ((CURRENT > 2)); then
        shift words
        ((CURRENT--))
        _cans_ctl
        return
      fi
      case $words[2] in
    \(CommandWords.cans.filter { !$0.name.isEmpty }.map { "    \($0.name)) \(zshArguments($0)) ;;" }.joined(separator: "\n"))
        *)
          if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
            local -a commands
            commands=(
    \(CommandWords.cans.filter { !$0.name.isEmpty }.map { "          \(quoted("\($0.name):\($0.summary)"))" }
      .joined(separator: "\n"))
            )
            _describe command commands
          fi
          \(CommandWords.cans.first.map(zshArguments) ?? "") ;;
      esac
    }

    _cans "$@"

    """
  }

  private static func zshCase(_ first: String) -> String {
    let seconds = CommandWords.cansCtl.secondWords(behind: first)
    if !seconds.isEmpty { return "    \(first)) compadd \(seconds.joined(separator: " ")) ;;" }
    guard let command = CommandWords.cansCtl.first(where: { $0.name == first }) else { return "" }
    let words = command.words.isEmpty ? "" : "compadd \(command.words.joined(separator: " ")); "
    return "    \(first)) \(words)\(zshArguments(command)) ;;"
  }

  private static func zshArguments(_ command: CommandWords) -> String {
    let options = command.options.map { option in
      quoted("--\(option.name)\(option.takesValue ? "=" : "")[\(option.help.filter { !"[]:".contains($0) })]")
    }
    return (["_arguments"] + options + (command.takesFiles ? ["'*:file:_files'"] : [])).joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

  // MARK: fish

  @MainActor private static var fish: String {
    let known = CommandWords.cans.firstWords.joined(separator: " ")
    var lines = [
      "# Completion of cans and cans-ctl for fish: put this file into ~/.config/fish/completions; for cans-ctl link it there",
      "# as cans-ctl.fish.", "",
    ]
    for command in CommandWords.cans {
      let isHere =
        command.name.isEmpty
        ? "not __fish_seen_subcommand_from \(known)" : "__fish_seen_subcommand_from \(command.name)"
      if !command.name.isEmpty {
        lines.append("complete -c cans -n __fish_is_first_token -a \(command.name) -d \(fishQuoted(command.summary))")
      }
      lines += command.options.map { fishOption($0, "cans", isHere) }
    }
    for (program, behind) in [("cans", "__fish_seen_subcommand_from ctl; and "), ("cans-ctl", "")] {
      let firsts = CommandWords.cansCtl.firstWords
      let isMissing = behind + "not __fish_seen_subcommand_from \(firsts.joined(separator: " "))"
      lines.append("complete -c \(program) -f -n '\(isMissing)' -a '\(firsts.joined(separator: " "))'")
      for command in CommandWords.cansCtl {
        var isHere = behind + "__fish_seen_subcommand_from \(command.first)"
        if let second = command.second {
          lines.append("complete -c \(program) -f -n '\(isHere)' -a \(second) -d \(fishQuoted(command.summary))")
          isHere += "; and __fish_seen_subcommand_from \(second)"
        }
        if !command.words.isEmpty {
          lines.append("complete -c \(program) -f -n '\(isHere)' -a '\(command.words.joined(separator: " "))'")
        }
        lines += command.options.map { fishOption($0, program, isHere) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishOption(_ option: CommandWords.Option, _ program: String, _ isHere: String) -> String {
    let letter = option.letter.map { " -s \($0)" } ?? ""
    let value = option.takesValue ? " -r" : ""
    return "complete -c \(program) -n '\(isHere)'\(letter) -l \(option.name)\(value) -d \(fishQuoted(option.help))"
  }

  private static func fishQuoted(_ text: String) -> String { "'\(text.replacing("'", with: "\\'"))'" }
}
