/// What happens when the route in use is lost (R12).
public enum OnUnplug: String, Hashable, Sendable, CaseIterable {
  case pause
  /// Playback moves to the speaker, at the speaker's level (R20).
  case `continue`
  case stop
}

/// What happens when a lost route comes back (R12).
public enum OnPlug: String, Hashable, Sendable, CaseIterable {
  case resume, nothing
}

/// Whether what played before the machine slept plays on when it wakes (R17).
public enum ResumeAfterSleep: String, Hashable, Sendable, CaseIterable {
  case always
  /// Where nobody else hears it.
  case `private`
  case never
}

/// What the session's rules leave to the user. Defaults are those of the rules.
public struct SessionSettings: Equatable, Sendable {
  /// What the player is used for, until a command says otherwise (R29).
  public var category = Category.playback
  /// What the player starts with.
  public var restore = Restore.paused
  /// R12.
  public var onUnplug = OnUnplug.pause
  /// R12.
  public var onPlug = OnPlug.resume
  /// R12, for single routes.
  public var onUnplugs: [RouteID: OnUnplug] = [:]
  /// R12, for single routes.
  public var onPlugs: [RouteID: OnPlug] = [:]
  /// Whether nothing is to be heard by others, until a command says otherwise (R13).
  public var listensPrivately = false
  /// For how long after a loss the return resumes playback; zero: never (R3).
  public var resumeWindow = Duration.seconds(600)
  /// The same for Bluetooth, as long as nobody says why it was lost: walking off returns within a minute (R3).
  public var bluetoothResumeWindow = Duration.seconds(60)
  /// The fade-in of a resume (R3).
  public var resumeFade = Duration.milliseconds(300)
  /// A loss is confirmed so long after the last edge (R9) …
  public var lossSettles = Duration.milliseconds(400)
  /// … and at the latest so long after the first.
  public var lossLimit = Duration.seconds(2)
  /// Contact that is back for so long ends a snag (R9).
  public var contactHolds = Duration.milliseconds(60)
  /// A plug-in is believed after so long (R9).
  public var gainSettles = Duration.milliseconds(500)
  /// Jack sensing flaps for so long after the start (R10).
  public var startSettles = Duration.seconds(2)
  /// So long after a sleep of the machine the routes are looked at before music goes on (R17).
  public var wakeSettles = Duration.milliseconds(500)
  /// Whether it goes on after that.
  public var resumeAfterSleep = ResumeAfterSleep.private
  /// Whether the start of another player interrupts (R14).
  public var yieldsToPlayers = false
  /// Whether other players are paused while this one plays (R37).
  public var interruptsOthers = false
  /// Whether it matters what other players do.
  public var watchesPlayers: Bool { yieldsToPlayers || interruptsOthers }
  /// A device that gives no sign of life for so long, once asked for one, is stuck (R18).
  public var answerLimit = Duration.seconds(2)
  /// The level of a speaker after a loss; nil keeps what was remembered for it (R20).
  public var speakerLevel: Level? = Level(percent: 70)
  /// The same for single speakers.
  public var speakerLevels: [RouteID: Level?] = [:]
  /// The first level of a private route (R21).
  public var privateDefault = Level(percent: 60)
  /// The first level of a public route (R21).
  public var publicDefault = Level(percent: 70)
  /// The first levels of single routes (R21).
  public var defaults: [RouteID: Level] = [:]
  /// The cap of every route that has none of its own (R21).
  public var maximum = Level.full
  /// Caps of single routes (R21).
  public var maximums: [RouteID: Level] = [:]
  /// The device is let go after a pause of so long; nil: never (R32).
  public var releaseAfter: Duration? = .seconds(30)
  /// The same for single routes.
  public var releaseAfters: [RouteID: Duration?] = [:]
  /// What is made of the files' loudness tags.
  public var replayGain = ReplayGainSettings()
  /// For how long a track that follows by itself fades in over the end of the one before; zero: it follows after it.
  public var crossfade = Duration.zero
  /// So soon the presses of a headset's only button follow each other; zero: each one acts at once (R26).
  public var pressWindow = Duration.milliseconds(350)
  /// Programs that ask players for a pause when headphones go, by their names (R11).
  public var sessionManagers = SessionSettings.knownSessionManagers
  /// Remote-command sources that are switched off (R23).
  public var disabledSources: Set<CommandSource> = []
  /// Commands that are switched off, whatever sends them (R23).
  public var disabledCommands: Set<CommandKind> = []

  /// Those that are known to: WirePlumber (`linking.pause-playback`), the panel of elementary OS, and deepin's
  /// session daemon. Not GNOME's gsd-media-keys: the pauses that it sends were pressed on a keyboard.
  public static let knownSessionManagers: Set = ["wireplumber", "io.elementary.wingpanel", "dde-session-daemon"]

  /// Whether it is kept how long and how loud private routes are heard.
  public var keepsListeningTime = true
  /// What headphones make of a sine of full scale at level 100 %, in dB of sound pressure, by their routes.
  public var calibrations: [RouteID: Double] = [:]
  /// How much sound in a week is held to be safe.
  public var doseAllowance = DoseAllowance.adults
  /// The programs that are run when something happens, each as a command line.
  public var hooks: [Hook: String] = [:]
  /// Whether the timeline may name tracks.
  public var timelineNames = false

  /// The defaults.
  public init() {}
}
