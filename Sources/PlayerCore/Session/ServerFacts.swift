/// A port of a sink: one of the ways out of a card, of which one is active.
public struct ServerPort: Hashable, Sendable {
  /// Whether something is plugged into it, as the server knows.
  public enum Availability: String, Hashable, Sendable {
    case yes, no, unknown
  }

  /// The server's name of it, such as "analog-output-headphones".
  public var name: String
  /// Where sound leaves; nil where neither type nor name says.
  public var port: Port?
  /// Whether it can be used. Plugged headphones may be `unknown`: the active port counts, not this.
  public var availability: Availability

  /// A port.
  public init(name: String, port: Port?, availability: Availability) {
    self.name = name
    self.port = port
    self.availability = availability
  }
}

/// A sink of a sound server: something that plays.
public struct SinkFacts: Hashable, Sendable {
  /// What is behind a sink.
  public enum Device: Hashable, Sendable {
    /// A card of this machine, by ALSA's number.
    case card(CardIndex)
    /// A Bluetooth device, by its address.
    case bluetooth(address: String)
    /// Another machine.
    case network
    /// Nothing that sounds by itself: a null sink, a filter.
    case virtual
  }

  /// The server's number of it, never used twice.
  public var index: UInt32
  /// The server's name of it, the same whenever the device comes back.
  public var name: String
  /// Its name for people.
  public var title: String
  /// What is behind it.
  public var device: Device
  /// The server's word for the device's shape: "headset", "headphone", "speaker", "internal" …; nil: unknown.
  public var formFactor: String?
  /// Its ports; none for many USB cards and all virtual sinks.
  public var ports: [ServerPort]
  /// The name of the active one.
  public var activePort: String?

  /// A sink.
  public init(
    index: UInt32, name: String, title: String = "", device: Device, formFactor: String? = nil,
    ports: [ServerPort] = [], activePort: String? = nil
  ) {
    self.index = index
    self.name = name
    self.title = title
    self.device = device
    self.formFactor = formFactor
    self.ports = ports
    self.activePort = activePort
  }
}

/// A source of a sound server that is not what a sink plays: something that hears.
public struct SourceFacts: Hashable, Sendable {
  /// The server's name of it, the same whenever the device comes back.
  public var name: String
  /// Its name for people.
  public var title: String
  /// What is behind it.
  public var device: SinkFacts.Device

  /// A source.
  public init(name: String, title: String, device: SinkFacts.Device) {
    self.name = name
    self.title = title
    self.device = device
  }
}

/// A stream that plays at a sound server.
public struct StreamFacts: Hashable, Sendable {
  /// The server's number of it.
  public var index: UInt32
  /// Whether it is this player's.
  public var isOurs: Bool
  /// The sink it plays to; nil: none just now.
  public var sink: UInt32?
  /// Whether the server holds it back.
  public var isCorked: Bool
  /// What it is for, in the words of `media.role`: "music", "phone", "communication", "event" …
  public var role: String?
  /// The program's name for people.
  public var application: String

  /// A stream.
  public init(
    index: UInt32, isOurs: Bool, sink: UInt32?, isCorked: Bool = false, role: String? = nil, application: String = ""
  ) {
    self.index = index
    self.isOurs = isOurs
    self.sink = sink
    self.isCorked = isCorked
    self.role = role
    self.application = application
  }
}

/// What a sound server (PulseAudio, or PipeWire in its place) says.
public struct ServerFacts: Hashable, Sendable {
  /// What it calls itself, such as "PulseAudio (on PipeWire 0.3.65)".
  public var name: String
  /// The name of the sink that new streams go to.
  public var defaultSink: String?
  /// All sinks, in order of their numbers.
  public var sinks: [SinkFacts]
  /// All sources that are no sink's, in order of their names.
  public var sources: [SourceFacts]
  /// The streams that play, or could, in order of their numbers.
  public var streams: [StreamFacts]

  /// A server's facts.
  public init(
    name: String, defaultSink: String? = nil, sinks: [SinkFacts] = [], sources: [SourceFacts] = [],
    streams: [StreamFacts] = []
  ) {
    self.name = name
    self.sources = sources
    self.defaultSink = defaultSink
    self.sinks = sinks
    self.streams = streams
  }
}
