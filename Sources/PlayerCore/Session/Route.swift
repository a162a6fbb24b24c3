/// Where sound leaves (RULES, Words).
public enum Port: String, Hashable, Sendable {
  case headphones, headset, builtInSpeaker, lineOut, hdmi, usbAudio, usbHeadset, bluetoothA2DP, bluetoothHFP
  case bluetoothLE, network, virtual
  /// There is no device at all.
  case none
}

/// Who hears a route (RULES, Words: *private*).
public enum Privacy: String, Hashable, Sendable {
  /// Only the wearer.
  case wearerOnly
  /// Everybody in the room.
  case everybody
  /// It cannot be told: counts as private when it is lost and as public when it appears.
  case unknown

  /// Whether more people may hear it than `other`.
  func isLess(than other: Privacy) -> Bool { exposure > other.exposure }

  private var exposure: Int {
    switch self {
    case .wearerOnly: 0
    case .unknown: 1
    case .everybody: 2
    }
  }
}

/// Tells routes apart over time: levels are remembered under it, and a return is recognised by it (R3).
public struct RouteID: Hashable, Sendable {
  /// Port and card ("headphones:PCH"), or address.
  public let text: String

  /// The id spelt `text`.
  public init(_ text: String) { self.text = text }

  /// What ids begin with.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case headphones, speaker, lineOut, hdmi, usb, bluetooth, network, virtual
  }

  /// The id of a way out of this kind, of the card or device called `owner`.
  public init(_ kind: Kind, of owner: String) { text = "\(kind.rawValue):\(owner)" }

  /// Who most likely hears a route of this id that has not been seen yet; nobody knows for sure (R34).
  var usualPrivacy: Privacy {
    let privates: [Kind] = [.headphones, .usb, .bluetooth]
    return privates.contains { text.hasPrefix("\($0.rawValue):") } ? .wearerOnly : .unknown
  }

  /// Whether any route can have this id: a kind and whose it is.
  public var isPossible: Bool { isPossible(among: Kind.allCases) }

  /// Whether a route of one of these kinds can have it.
  public func isPossible(among kinds: [Kind]) -> Bool {
    kinds.contains { text.hasPrefix("\($0.rawValue):") && text.utf8.count > $0.rawValue.utf8.count + 1 }
  }
}

/// The way the sound takes now.
public struct Route: Hashable, Sendable {
  /// The kind of exit.
  public var port: Port
  /// Its id. All private jacks of one card share one: R3 takes them for the same route.
  public var id: RouteID
  /// Its name for people: "Headphones – HDA Intel".
  public var name: String
  /// Who hears it.
  public var privacy: Privacy
  /// The plugged jacks that make it, by the names of their controls; a second one leaving changes the route's
  /// configuration, not the route (R34).
  public var jacks: [String]

  /// A route.
  public init(port: Port, id: RouteID, name: String, privacy: Privacy, jacks: [String] = []) {
    self.port = port
    self.id = id
    self.name = name
    self.privacy = privacy
    self.jacks = jacks
  }

  /// No device, so no route.
  public static let nowhere = Route(port: .none, id: RouteID("none"), name: "no sound device", privacy: .unknown)
}

/// Why a route changed; the numbers are those of AVAudioSession.RouteChangeReason.
public enum RouteChangeReason: Int, Hashable, Sendable {
  case unknown = 0
  case newDeviceAvailable = 1
  case oldDeviceUnavailable = 2
  case categoryChange = 3
  case override = 4
  case wakeFromSleep = 6
  case noSuitableRouteForCategory = 7
  case routeConfigurationChange = 8
}

/// One change of route, told to every observer once and in order (R31).
public struct RouteChange: Equatable, Sendable {
  /// Why.
  public var reason: RouteChangeReason
  /// The route until now.
  public var previous: Route
  /// The route from now on.
  public var current: Route
  /// How often the contact bounced before it was settled (R9).
  public var bounces: Int

  /// A change.
  public init(reason: RouteChangeReason, previous: Route, current: Route, bounces: Int = 0) {
    self.reason = reason
    self.previous = previous
    self.current = current
    self.bounces = bounces
  }
}
