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
        "private-listening", \.session.listensPrivately, .switched,
        "Whether nothing is played that others may hear: without headphones there is silence."),

      Setting(
        "on-unplug", \.session.onUnplug, .choice,
        "What to do when the headphones in use are unplugged; to continue means on the speaker."),
      Setting("on-plug", \.session.onPlug, .choice, "What to do when they come back …"),
      Setting(
        "resume-window", \.session.resumeWindow, .seconds(0...86_400), "… if that happens within this time (0: never) …"
      ),
      Setting("resume-fade", \.session.resumeFade, .seconds(0...10), "… fading in over so long."),

      Setting(
        "session-managers", \.session.sessionManagers, .names("names of programs, with spaces between them"),
        "Programs whose pauses over MPRIS are because headphones were unplugged, if that happens at the same time."),

      Setting(
        "yield-to-players", \.session.yieldsToPlayers, .switched,
        "Whether the music waits while another player plays that was started later."),
      Setting(
        "interrupt-others", \.session.interruptsOthers, .switched,
        "Whether other players are paused while this one plays, and go on when it is paused or stopped."),
      Setting(
        "resume-after-sleep", \.session.resumeAfterSleep, .choice,
        "Whether music goes on when the computer wakes, on the same device (private: only where you alone hear it)."),

      Setting(
        "restore", \.session.restore, .choice,
        "What cans starts with: the last queue, paused, or playing (only where you alone hear it); off keeps nothing."),

      Setting(
        "timeline-names", \.session.timelineNames, .switched,
        "Whether the timeline names tracks, also in its file and in the journal; names stay there when this is off again."
      ),

      Setting(
        "listening-time", \.session.keepsListeningTime, .switched,
        "Whether it is kept how long and how loud headphones are heard, on this machine; tells of too much in a week …"
      ),
      Setting(
        "dose-allowance", \.session.doseAllowance, .choice,
        "… by ITU-T H.870: 80 dBA for 40 hours a week for adults, 75 for children; needs calibration-of."),

      hook(
        .routeChange,
        "What to run when the sound goes elsewhere; it is told in CANS_EVENT, CANS_ROUTE … what happened (see README) …"
      ),
      hook(.pause, "… when what plays falls silent: paused, stopped, held, or the player ends …"),
      hook(.play, "… when it plays again …"),
      hook(.track, "… when another track is heard …"),
      hook(
        .interruption,
        "… when an interruption begins or ends. One at a time for each line, no longer than 10 s, never waited for."),

      Setting(
        "category", \.session.category, .choice,
        "Music goes on without its terminal (playback) or stops with it (ambient, which no interruption stops; soloAmbient)."
      ),

      Setting(
        "media-keys", \.mediaKeys, .choice,
        "Whose media keys and buttons to listen to, where they may be read: headsets', or those of keyboards, too."
      ),
      Setting(
        "press-window", \.session.pressWindow, .seconds(0...2),
        "So soon presses of a headset's only button follow each other: two for next, three for previous (0: one by one)."
      ),

      Setting(
        "music-folders", \.musicFolders, .text("folders with colons between them", or: "auto"),
        "What `cans scan` reads into the library; auto: your music folder (XDG_MUSIC_DIR), else ~/Music."),

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
        ofRoutes: "max-volume-of", \.session.maximums, .percentage,
        "No louder than that may be these routes, by their ids (as `cans ctl route list` prints them).",
        example: ("headphones:PCH", .integer(80))),
      Setting(
        ofRoutes: "default-volume-of", \.session.defaults, .percentage,
        "What these routes start with, as long as nothing else was chosen.", example: ("hdmi:HDMI", .integer(50))),
      Setting(
        ofRoutes: "speaker-volume-of", \.session.speakerLevels, .percentage(or: "keep"),
        "What these speakers are set to when unplugging puts the sound there.", kinds: [.speaker],
        example: ("speaker:PCH", .integer(40))),
      Setting(
        ofRoutes: "on-unplug-of", \.session.onUnplugs, .choice, "What to do when these are unplugged.",
        kinds: RouteID.Kind.allCases.filter { $0 != .speaker }, example: ("lineOut:PCH", .text("continue"))),
      Setting(
        ofRoutes: "on-plug-of", \.session.onPlugs, .choice, "What to do when these come back.",
        kinds: RouteID.Kind.allCases.filter { $0 != .speaker }, example: ("usb:SN123456", .text("nothing"))),
      Setting(
        ofRoutes: "release-after-of", \.session.releaseAfters, .seconds(1...86_400, or: "never"),
        "After a pause of so long on these routes other programs can have the device.",
        example: ("bluetooth:00:11:22:33:44:55", .integer(5))),

      Setting(
        ofRoutes: "calibration-of", \.session.calibrations, .soundPressure,
        "How loud a sine of full scale is in these headphones at 100 %, with the mixer as it is (dB SPL).",
        kinds: [.headphones, .usb, .bluetooth], example: ("headphones:PCH", .integer(105))),

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
      source(.mediaKeys, "remote.keys", "Whether media keys and the buttons of wired headsets do."),
      source(.avrcp, "remote.avrcp", "Whether the buttons of Bluetooth headsets do."),
      source(.mpris, "remote.mpris", "Whether the desktop and its media keys see the player and act on it (MPRIS)."),
    ] + CommandKind.allCases.map { command($0) }

  /// What is run when something happens.
  private static func hook(_ hook: Hook, _ help: String) -> Setting {
    Setting(
      hook.rawValue, .command, help, get: { $0.session.hooks[hook] }, set: { $0.session.hooks[hook] = $1 })
  }

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
