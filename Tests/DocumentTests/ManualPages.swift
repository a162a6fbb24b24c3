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
    page.item(
      "$XDG_STATE_HOME/cans/listening.txt",
      "How long and how loud headphones were heard, if the setting listening\u{2d}time is not off.")
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
    page.heading("Hooks")
    page.paragraph(
      """
      The command lines of on\u{2d}route\u{2d}change, on\u{2d}pause, on\u{2d}play, on\u{2d}track and on\u{2d}interruption are run by /bin/sh, in a session
      of their own, with nothing to read. One runs at a time for each; of what happens meanwhile the last is told after that. After
      10 s it is killed with its process group, and one second after the player's end. What it writes is told in the timeline, as far
      as it fits into a line; after 64 KiB nobody reads on. In the environment it finds:
      """)
    for (name, meaning) in hookVariables { page.item("CANS_" + name, meaning) }
    page.heading("See also")
    page.paragraph("cans(1)")
    return page.text
  }

  /// What hooks find in their environment.
  static let hookVariables = [
    ("EVENT", "What happened: route-change, pause, play, track, interruption-began or interruption-ended."),
    (
      "REASON",
      "Why: of a route the reason of the change; of a pause or a start user, headset, routeLost, deviceError, endOfQueue, quit, or "
        + "the hold that is there or over; of an interruption what interrupts: call, player, reservation, command."
    ),
    ("TEXT", "What the timeline says of it."),
    ("RULES", "The rules that decided it: R1 R3."),
    ("STATE", "playing, paused or stopped."),
    ("ROUTE", "The id of the route in use; also _NAME, _PORT and _PRIVATE (yes, no, unknown)."),
    ("PREVIOUS_ROUTE", "For a change of route the one before; also _NAME and _PRIVATE."),
    ("LEVEL", "The route's level in percent."),
    ("MUTED", "Whether it is muted: yes or no."),
    ("TITLE", "The track's title; also ARTIST and ALBUM."),
    ("PATH", "Its file."),
    ("TRACK", "Its number in the queue, from 1."),
    ("LENGTH", "Its length in seconds, if that is known."),
    ("POSITION", "The place in it, in seconds."),
  ]
}
