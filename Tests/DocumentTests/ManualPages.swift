import PlayerCore

@testable import cans
@testable import cans_ctl

/// The manual pages, from the tables of commands, options and settings.
enum ManualPages {
  static let all: [(file: String, text: @MainActor () -> String)] = [
    ("man/cans.1", { cans }), ("man/cans-ctl.1", { cansCtl }), ("man/cans-settings.5", { settings }),
  ]

  @MainActor private static var cans: String {
    let player = ScreenCommand.subcommand
    var page = Roff("cans", section: 1, summary: player.summary)
    page.heading("Synopsis")
    page.command("cans [options] \(player.operands ?? "")")
    page.command("cans COMMAND …")
    page.heading("Description")
    page.paragraph(player.details)
    page.heading("Options")
    describe(player.options + [.help, .version], on: &page)
    page.heading("Commands")
    for command in Subcommand.all {
      page.subheading((["cans", command.name, command.operands].compactMap(\.self)).joined(separator: " "))
      page.paragraph(command.details)
      describe(command.options, on: &page)
    }
    page.heading("Files")
    page.item("$XDG_CONFIG_HOME/cans/settings.toml", "The settings, see cans-settings(5).")
    page.item(
      "$XDG_STATE_HOME/cans/volume.toml", "The level of every route, and what was set for single ones on the screen.")
    page.item("$XDG_STATE_HOME/cans/session.db", "What was played last, if the setting restore is not off.")
    page.item(
      "$XDG_STATE_HOME/cans/timeline.log",
      "What the player did and why, a line of JSON each (cans ctl log). A full one becomes timeline.log.1.")
    page.item("$XDG_RUNTIME_DIR/cans/control", "The socket of the player that runs.")
    page.heading("See also")
    page.paragraph("cans-ctl(1), cans-settings(5)")
    return page.text
  }

  @MainActor private static func describe(_ options: [CommandOption], on page: inout Roff) {
    for option in options { page.item(option.line.left.drop { $0 == " " }.description, option.help) }
  }

  @MainActor private static var cansCtl: String {
    var page = Roff("cans-ctl", section: 1, summary: "commands for the player that is running")
    page.heading("Synopsis")
    page.command("cans-ctl COMMAND [options] …")
    page.command("cans ctl COMMAND [options] …")
    page.heading("Commands")
    for command in ControlCommand.all {
      let options = command.options.map { "With --\($0.name): \($0.help)." }
      let sentences = ["\(command.summary).", command.details] + options
      page.item(
        ([command.name] + command.operands.map(\.usage)).joined(separator: " "),
        sentences.filter { !$0.isEmpty }.joined(separator: "\n"))
    }
    page.heading("Options of every command")
    for option in ControlOption.common {
      let letter = option.letter.map { "-\($0), " } ?? ""
      page.item("\(letter)--\(option.name)" + (option.value.map { " \($0)" } ?? ""), option.help)
    }
    page.heading("Exit status")
    page.paragraph(Help.exits)
    page.heading("See also")
    page.paragraph("cans(1)")
    return page.text
  }

  @MainActor private static var settings: String {
    var page = Roff("cans-settings", section: 5, summary: "the settings of cans")
    page.heading("Description")
    page.paragraph(
      """
      The file is $XDG_CONFIG_HOME/cans/settings.toml (else ~/.config/cans/settings.toml), in TOML. A key that is unknown or has a
      value that is not allowed is told with its line, and its default is used; a limit of loudness that is wrong still limits.
      """)
    page.paragraph(
      """
      The player never writes to it. What is set for a single route in the screen's list of outputs is kept with the levels, in
      $XDG_STATE_HOME/cans/volume.toml. For that route it goes before the key for all (on\u{2d}unplug and its like), but a key of that
      very route (on\u{2d}unplug\u{2d}of and its like) wins. cans settings tells where each value comes from.
      """)
    page.heading("Keys")
    let defaults = Settings()
    for setting in Setting.all {
      let value = setting.entries(defaults).first { $0.path == setting.path }?.value.toml
      page.item(
        setting.path, "\(setting.help)\nAllowed: \(setting.allowed)." + (value.map { " Default: \($0)." } ?? ""))
    }
    page.heading("See also")
    page.paragraph("cans(1)")
    return page.text
  }
}
