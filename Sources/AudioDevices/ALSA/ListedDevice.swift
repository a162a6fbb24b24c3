public import PlayerCore

/// A device that can be played on, for a list.
public struct ListedDevice: Equatable, Sendable {
  /// Whether it could be opened now.
  public enum State: Hashable, Sendable {
    /// It could.
    case free
    /// It could not, for this reason.
    case unusable(OutputProblem)
    /// It was not tried: what lies behind its name may be a server, which may let one wait.
    case notTried
  }

  /// What a device's own hardware takes.
  public struct Abilities: Hashable, Sendable {
    /// Frames a second, in hertz.
    public var rates: ClosedRange<Int>
    /// Samples in a frame.
    public var channels: ClosedRange<Int>
    /// Those of ALSA's sample formats that cans writes, the best first: "S32_LE", "S16_LE".
    public var sampleFormats: [String]

    /// What a device takes.
    public init(rates: ClosedRange<Int>, channels: ClosedRange<Int>, sampleFormats: [String]) {
      self.rates = rates
      self.channels = channels
      self.sampleFormats = sampleFormats
    }
  }

  /// What ALSA knows it by, for `--device`.
  public var name: String
  /// What it is, for people.
  public var summary: String
  /// The card that it belongs to, if it is a card's own device.
  public var card: CardFacts?
  /// Whether it could be opened now.
  public var state: State
  /// What it takes; nil where it was not tried, or could not be opened.
  public var abilities: Abilities?

  /// A device.
  public init(name: String, summary: String, card: CardFacts?, state: State, abilities: Abilities?) {
    self.name = name
    self.summary = summary
    self.card = card
    self.state = state
    self.abilities = abilities
  }
}
