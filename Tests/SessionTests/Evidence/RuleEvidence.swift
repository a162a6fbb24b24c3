import PlayerCore
import Testing

/// A row of the table of rules: what a real source delivered, and what a listener heard of it.
struct RuleEvidence: Sendable, CustomTestStringConvertible {
  /// Something that a test does itself while a recording runs, so many milliseconds after its start.
  struct Deed: Sendable {
    var time: Int
    var body: @MainActor @Sendable (EvidenceRun) -> Void
  }

  /// The numbers of the rules that the row shows.
  var rules: [Int]
  /// What happens.
  var story: String
  /// Who says what is plugged, and where sound goes.
  var source: Recorded
  /// Recordings of others who speak at the same time, and how many milliseconds later they begin.
  var others: [(recorded: Recorded, at: Int)]
  /// Where the player's device goes.
  var output: OutputFacts
  var settings: SessionSettings
  var volume: VolumeBook
  var tracks: [CodedTrack]
  var plays: Bool
  /// For so many milliseconds it has played when the recording begins; traces of servers begin with the player.
  var quietTime: Int
  var deeds: [Deed]
  /// So many milliseconds after the recording's start all is over; nil: three seconds after the last that was recorded.
  var until: Int?
  /// All that is heard.
  var hears: [Passage]
  /// What else is to be.
  var check: @MainActor @Sendable (EvidenceRun) -> Void

  init(
    _ rules: [Int], _ story: String, _ source: Recorded, with others: [(Recorded, at: Int)] = [],
    output: OutputFacts = .card(CardIndex(0)), volume: [String: Int] = [:],
    tracks: [CodedTrack] = [CodedTrack(1, frames: 60_000), CodedTrack(2, frames: 60_000)], plays: Bool = true,
    quietTime: Int? = nil, until: Int? = nil, deeds: [Deed] = [], hears: [Passage],
    settings: SessionSettings = SessionSettings(),
    check: @escaping @MainActor @Sendable (EvidenceRun) -> Void = { _ in }
  ) {
    (self.rules, self.story, self.source, self.output, self.tracks) = (rules, story, source, output, tracks)
    self.others = others.map { ($0.0, $0.at) }
    (self.plays, self.until, self.deeds) = (plays, until, deeds)
    self.quietTime = quietTime ?? (source.beginsWithPlayer ? 0 : 3_000)
    (self.hears, self.check) = (hears, check)
    self.volume = VolumeBook(volume)
    self.settings = settings
  }

  var testDescription: String { rules.map { "R\($0)" }.joined(separator: ", ") + ": \(story), \(source.name)" }

  /// Whether all recordings are here.
  var isHere: Bool { source.isHere && others.allSatisfy(\.recorded.isHere) }
}

extension SessionSettings {
  /// The defaults, but for what `change` does.
  static func with(_ change: (inout SessionSettings) -> Void) -> SessionSettings {
    var settings = SessionSettings()
    change(&settings)
    return settings
  }
}

extension RuleEvidence.Deed {
  /// A command, as from the keyboard.
  static func at(_ time: Int, _ command: Command) -> Self { .init(time: time) { $0.world.command(command) } }

  /// Something else.
  static func at(_ time: Int, _ body: @escaping @MainActor @Sendable (EvidenceRun) -> Void) -> Self {
    .init(time: time, body: body)
  }
}
