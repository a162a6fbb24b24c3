/// ALSA's number of a sound card (the N of hw:N).
public struct CardIndex: Hashable, Comparable, Sendable {
  /// The number, from 0.
  public let number: Int

  /// Card `number`.
  public init(_ number: Int) { self.number = number }

  /// By number.
  public static func < (left: CardIndex, right: CardIndex) -> Bool { left.number < right.number }
}

/// What a jack control is about, read from its name by `JackKind.init(controlName:)`, or where that leaves it open from
/// the card's use case profile.
public enum JackKind: Hashable, Sendable {
  /// "Headphone Jack", "Front Headphone Jack", "Headphone - Output Jack", …
  case headphones
  /// "Headset Jack": headphones with a microphone.
  case headset
  /// "Headset Mic Jack": the microphone of a headset.
  case headsetMic
  /// "Headphone Mic Jack": a combo whose plug may be either; unknown in the sense of *private* (R34).
  case headphoneMic
  /// "Line Out Jack".
  case lineOut
  /// "HDMI/DP,pcm=3 Jack".
  case hdmi
  /// Any other, microphones and line in among them: says nothing about where sound leaves.
  case other
}

/// The state of one jack control.
public struct JackFacts: Equatable, Sendable {
  /// The control's name and index, such as "Headphone Jack" and 0.
  public var name: String
  /// Tells controls of the same name apart.
  public var index: Int
  /// What it is about.
  public var kind: JackKind
  /// Whether something is plugged in; nil where that cannot be sensed (a phantom jack, an unreadable control): such a
  /// jack never makes an edge (R34).
  public var plugged: Bool? {
    get { isPhantom ? nil : sensed }
    set { sensed = newValue }
  }

  private let isPhantom: Bool
  private var sensed: Bool?

  /// A jack's state; whether it is a phantom is read from its name, and its kind too unless that is known better.
  public init(name: String, index: Int = 0, kind: JackKind? = nil, plugged: Bool?) {
    self.name = name
    self.index = index
    self.kind = kind ?? JackKind(controlName: name)
    isPhantom = JackKind.isPhantom(controlName: name)
    sensed = plugged
  }
}

/// How a card is attached.
public enum CardBus: Hashable, Sendable {
  /// On the board (PCI, platform devices).
  case builtIn
  /// USB.
  case usb
  /// Neither: snd-aloop, snd-dummy.
  case virtual
}

/// A sound card and what its controls say.
public struct CardFacts: Equatable, Sendable {
  /// ALSA's number of it, which may be another after it was pulled and plugged again.
  public var index: CardIndex
  /// What stays the same when it is plugged again: ALSA's id ("PCH"), or for USB its serial number or path.
  public var stableID: String
  /// Its name for people, such as "HDA Intel".
  public var name: String
  /// How it is attached.
  public var bus: CardBus
  /// Its jack controls, in the order of the card.
  public var jacks: [JackFacts]
  /// Whether it has a capture stream (a USB card with one counts as a headset).
  public var hasCapture: Bool
  /// True where the speaker keeps sounding although headphones are plugged: `Auto-Mute Mode` is there and disabled, and
  /// the speaker's switch is on. Then its headphones are not private.
  public var speakerStaysOn: Bool

  /// A card's facts.
  public init(
    index: CardIndex, stableID: String, name: String, bus: CardBus = .builtIn, jacks: [JackFacts] = [],
    hasCapture: Bool = false, speakerStaysOn: Bool = false
  ) {
    self.index = index
    self.stableID = stableID
    self.name = name
    self.bus = bus
    self.jacks = jacks
    self.hasCapture = hasCapture
    self.speakerStaysOn = speakerStaysOn
  }
}

/// Where the player's own stream goes.
public enum OutputFacts: Equatable, Sendable {
  /// To a card.
  case card(CardIndex)
  /// To a Bluetooth device, by its address.
  case bluetooth(address: String)
  /// To something that belongs to no card that can be named, such as `default` behind a sound server (R34).
  case unnamed
  /// Nowhere: there is no device.
  case none
}

/// Everything that the monitors know at one moment. Facts are states, never events: the reducer compares.
public struct Facts: Equatable, Sendable {
  /// All cards, in order of their numbers.
  public var cards: [CardFacts]
  /// Bluetooth devices that sound can go to, or could until a moment ago.
  public var bluetooth: [BluetoothFacts]
  /// What the sound server says; nil: there is none, or nobody is connected to it.
  public var server: ServerFacts?
  /// The switches of input devices that say what is plugged.
  public var switches: [SwitchFacts]
  /// The other media players on the user's bus; nil: nobody has looked.
  public var players: [OtherPlayerFacts]?
  /// Where our stream goes, if a monitor knows it (the simulator's); nil: what the opened device says counts.
  public var output: OutputFacts?

  /// Facts of a machine without any sound.
  public init(
    cards: [CardFacts] = [], bluetooth: [BluetoothFacts] = [], server: ServerFacts? = nil,
    switches: [SwitchFacts] = [], players: [OtherPlayerFacts]? = nil, output: OutputFacts? = nil
  ) {
    self.cards = cards
    self.bluetooth = bluetooth
    self.server = server
    self.switches = switches
    self.players = players
    self.output = output
  }
}

/// What a person can do to the simulated hardware. Each is a switch: what is plugged gets unplugged.
public enum SimulatedChange: String, Hashable, Sendable, CaseIterable {
  /// Wired headphones.
  case headphones
  /// A wired headset with a microphone.
  case headset
  /// A USB headset; the simulated system sends sound to it while it is there.
  case usbHeadset
  /// A Bluetooth headset; likewise.
  case bluetoothHeadset
  /// The headphone plug's contact chatters for a moment and ends as it was.
  case chatter
}
