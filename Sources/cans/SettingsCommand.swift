import PlayerCore

/// `cans settings`: prints the settings in effect.
enum SettingsCommand {
  static let subcommand = Subcommand(
    name: "settings", summary: "prints the settings in effect, and where each comes from",
    options: [.device, .json, .template],
    details: """
      Prints every setting as it is in effect, with where it comes from: the default,
      the line of the settings file, the command line, or what was chosen for one
      output on the screen. The text is itself a
      settings file. Mistakes in yours are told, and make the exit status 1.
      The file is $XDG_CONFIG_HOME/cans/settings.toml (else ~/.config/cans/); to
      start one: cans settings --template > ~/.config/cans/settings.toml
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    if arguments.has(.template) {
      try StandardOutput.write(SettingsText.template)
      return 0
    }
    var settings = EffectiveSettings.load(under: arguments)
    let saved = VolumeFile(path: Places.volume).load()
    settings.adopt(saved.book.choices)
    if let problem = saved.problem { complain(problem) }
    let text =
      arguments.has(.json)
      ? json(settings).text + "\n" : SettingsText.effective(settings, file: Places.settings.lastComponent.text)
    try StandardOutput.write(text)
    return settings.problems.isEmpty && saved.problem == nil ? 0 : 1
  }

  private static func json(_ settings: EffectiveSettings) -> JSONText {
    let members = Setting.all.flatMap { $0.entries(settings.values) }.map { entry in
      let origin: [(String, JSONText)] =
        switch settings.origins[entry.path] {
        case nil: [("origin", .string("default"))]
        case .file(let line): [("origin", .string("file")), ("line", .number(Int64(line)))]
        case .unreadableFile: [("origin", .string("unreadableFile"))]
        case .commandLine: [("origin", .string("commandLine"))]
        case .screen: [("origin", .string("screen"))]
        }
      return (entry.path, JSONText.object([("value", entry.value.json)] + origin))
    }
    return .object([
      ("file", .string(Places.settings.text)),
      ("settings", .object(members)),
      ("problems", .array(settings.problems.map(JSONText.string))),
    ])
  }
}

extension CommandOption {
  fileprivate static let template = CommandOption(
    name: "template", help: "a settings file of all defaults, commented out")
}
