/// How a change of route is told to people, the same in the timeline and by `cans monitor`.
extension RouteChange {
  /// Whether it ends what plays (R1): whatever was heard from the speaker can go on there.
  public var isLoss: Bool {
    reason == .oldDeviceUnavailable && previous.port != .builtInSpeaker && previous.port != .none
  }

  /// From where to where, and why.
  public var text: String {
    let times = bounces == 1 ? "once" : "\(bounces) times"
    let contact = bounces == 0 ? "" : " (contact bounced \(times))"
    let way = previous.label == current.label ? current.label : "\(previous.label) → \(current.label)"
    return "\(way): \(cause)\(contact)"
  }

  /// Why, for people.
  private var cause: String {
    switch reason {
    case .unknown: "for an unknown reason"
    case .newDeviceAvailable: current.port.isBluetooth ? "connected" : "plugged in"
    case .oldDeviceUnavailable: previous.port.isBluetooth ? "disconnected" : "unplugged"
    case .categoryChange: "another category"
    case .override: "chosen by hand"
    case .wakeFromSleep: "found after sleep"
    case .noSuitableRouteForCategory: "nothing fits the category"
    case .routeConfigurationChange: "configured otherwise"
    }
  }

  /// What becomes of music that plays, or has waited for this, unless settings say otherwise.
  public var usualConsequence: String {
    if isLoss { return "music pauses" }
    return switch reason {
    case .newDeviceAvailable where current.privacy != .everybody: "music moves there, or goes on where it waited for it"
    case .wakeFromSleep: "music goes on only where it was"
    default: "music goes on"
    }
  }

  /// The rules that say so.
  public var usualRules: [Int] {
    let rules: [Int] =
      switch reason {
      case .oldDeviceUnavailable: [isLoss ? 1 : 7]
      case .newDeviceAvailable: current.privacy == .everybody ? [6] : [3, 6]
      case .override: [8]
      case .wakeFromSleep: [10, 17]
      case .routeConfigurationChange: [34]
      case .categoryChange, .noSuitableRouteForCategory: [29]
      case .unknown: []
      }
    return bounces > 0 ? rules + [9] : rules
  }
}

extension Route {
  /// Its name for people; of a device that has none its id.
  var label: String { name.isEmpty ? id.text : name }
}
