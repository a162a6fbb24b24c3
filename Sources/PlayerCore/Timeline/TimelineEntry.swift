/// Something that the player did, or did not do, and why: a line of the timeline. It has no time: the core has no clock
/// that people read.
public struct TimelineEntry: Hashable, Sendable {
  /// What it is about.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Where the sound goes.
    case route
    /// Something else that the music waits for, or does not.
    case interruption
    /// What somebody has asked for.
    case command
    /// What the player did by itself.
    case decision
  }

  /// What it is about.
  public var kind: Kind
  /// The numbers of the rules that decided it, in their order; none: no rule had to.
  public var rules: [Int]
  /// Where a command came from; nil for everything else.
  public var source: CommandSource?
  /// What happened, for people: one line, without a name of a file unless the settings ask for them.
  public var sentence: String

  /// An entry.
  public init(kind: Kind, rules: [Int], source: CommandSource? = nil, sentence: String) {
    self.kind = kind
    self.rules = rules
    self.source = source
    self.sentence = sentence
  }

  /// The rules as people write them: "R1, R20"; empty if there are none.
  public var ruleText: String { rules.map { "R\($0)" }.joined(separator: ", ") }

  /// The sentence with its rules: "paused (R1)".
  public var text: String { rules.isEmpty ? sentence : "\(sentence) (\(ruleText))" }
}

/// An entry at its place in the timeline.
public struct TimelineRecord: Hashable, Sendable {
  /// Counts the entries of this run of the player, from 1; those of earlier runs have 0 and less.
  public var number: Int64
  /// When that was, in milliseconds since 1970 (CLOCK_REALTIME).
  public var time: Int64
  /// What it was.
  public var entry: TimelineEntry

  /// A record.
  public init(number: Int64, time: Int64, entry: TimelineEntry) {
    self.number = number
    self.time = time
    self.entry = entry
  }
}
