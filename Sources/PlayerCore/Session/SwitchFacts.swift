/// A switch of an input device that says something of sound (SW_… in linux/input-event-codes.h).
public struct SwitchFacts: Hashable, Sendable {
  /// Which switch it is.
  public enum Kind: String, Hashable, Sendable {
    /// SW_HEADPHONE_INSERT.
    case headphones
    /// SW_MICROPHONE_INSERT.
    case microphone
    /// SW_LINEOUT_INSERT.
    case lineOut
    /// SW_JACK_PHYSICAL_INSERT: something is plugged, whatever it is.
    case anything
    /// SW_MUTE_DEVICE: the mute switch of a telephone.
    case mute
  }

  /// The input device's name, such as "HDA Intel Headphone".
  public var device: String
  /// The card that it belongs to; nil where the kernel does not say.
  public var card: CardIndex?
  /// Which switch.
  public var kind: Kind
  /// Whether it is on: plugged, or muted.
  public var isOn: Bool

  /// A switch.
  public init(device: String, card: CardIndex?, kind: Kind, isOn: Bool) {
    self.device = device
    self.card = card
    self.kind = kind
    self.isOn = isOn
  }
}
