import AudioDevices
import PlayerCore

extension Setting {
  /// Every key, in the order in which they are printed: those without a table first, then table by table.
  static let all: [Setting] =
    [
      Setting("device", \.device, .text("the name of an ALSA device"), "The sound device to play on."),
      Setting(
        "buffer", \.buffering.buffer, .seconds(0.02...0.5, or: "auto"),
        "How much sound is kept in the device; auto: 0.4 where it can be taken back, less elsewhere."),
      Setting(
        "period", \.buffering.period, .seconds(0.002...0.2, or: "auto"),
        "How often the device is filled up, twice in a buffer at least; auto: as it suits the device."),
      Setting(
        "dither", \.dithers, .switched,
        "Whether what has to be rounded to 16 or 24 bits is dithered; what needs no rounding never is."),

      Setting(
        "rate", \.rate, .rate,
        "At what rate the device plays: each file's own, or always this one, to which every file is resampled."),

      Setting(
        "crossfade", \.session.crossfade, .seconds(0...12),
        "So long a track fades in over the one before (0: it follows after it); not within an album in its order."),

      Setting(
        "replaygain", \.session.replayGain.mode, .choice,
        "Whose loudness is evened out by the files' tags; auto: the album's while it plays in order, else the track's …"
      ),
      Setting("replaygain-preamp", \.session.replayGain.preamp, .decibels, "… raised by so many dB besides …"),
      Setting(
        "replaygain-preamp-untagged", \.session.replayGain.untaggedPreamp, .decibels,
        "… or by so many where a file has no such tags …"),
      Setting(
        "replaygain-prevent-clipping", \.session.replayGain.preventsClipping, .switched,
        "… and by less where its highest sample would go beyond full scale."),

      Setting(
        "on-unplug", \.session.onUnplug, .choice,
        "What to do when the headphones in use are unplugged; to continue means on the speaker."),
      Setting("on-plug", \.session.onPlug, .choice, "What to do when they come back …"),
      Setting(
        "resume-window", \.session.resumeWindow, .seconds(0...86_400), "… if that happens within this time (0: never) …"
      ),
      Setting("resume-fade", \.session.resumeFade, .seconds(0...10), "… fading in over so long."),

      Setting(
        "release-after", \.session.releaseAfter, .seconds(1...86_400, or: "never"),
        "After a pause of so long other programs can have the device."),

      Setting(
        "speaker-volume", \.session.speakerLevel, .percentage(or: "keep"),
        "What a speaker is set to when unplugging puts the sound there."),
      Setting(
        "default-private-volume", \.session.privateDefault, .percentage,
        "What a route starts with that only you hear and that was never used."),
      Setting(
        "default-public-volume", \.session.publicDefault, .percentage, "The same for a route that everybody hears."),
      Setting("max-volume", \.session.maximum, .percentage, "No route is ever louder."),
      Setting(
        table: "max-volume-of", \.session.maximums, .percentage,
        "No louder than that may be these routes, by their ids (as `cans monitor --json` prints them).",
        key: RouteID.init, name: \.text, example: ("max-volume-of.headphones:PCH", .integer(80))),

      Setting(
        "snag.loss-settles", \.session.lossSettles, .seconds(0.05...5),
        "A bouncing contact is lost so long after the last bounce …"),
      Setting(
        "snag.loss-limit", \.session.lossLimit, .seconds(0.05...10), "… and at the latest so long after the first."),
      Setting(
        "snag.contact-holds", \.session.contactHolds, .seconds(0.01...5),
        "Contact that is back for so long means that nothing happened."),
      Setting("snag.gain-settles", \.session.gainSettles, .seconds(0.05...5), "New headphones count after so long."),

      source(.keyboard, "remote.keyboard", "Whether the player's keys act on the music."),
    ] + CommandKind.allCases.map { command($0) }

  /// The switch of a source of commands (R23).
  private static func source(_ source: CommandSource, _ path: String, _ help: String) -> Setting {
    Setting(
      path, .switched, help, get: { !$0.session.disabledSources.contains(source) },
      set: { settings, isOn in
        if isOn {
          settings.session.disabledSources.remove(source)
        } else {
          settings.session.disabledSources.insert(source)
        }
      })
  }

  /// The switch of a command, whatever sends it (R23).
  private static func command(_ kind: CommandKind) -> Setting {
    Setting(
      "commands." + kebabCase(kind.rawValue), .switched, "Whether the player obeys this command, whatever sends it.",
      get: { !$0.session.disabledCommands.contains(kind) },
      set: { settings, isOn in
        if isOn {
          settings.session.disabledCommands.remove(kind)
        } else {
          settings.session.disabledCommands.insert(kind)
        }
      })
  }

  /// "togglePlayPause" as "toggle-play-pause".
  private static func kebabCase(_ name: String) -> String {
    name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }
}
