/// What counts for a single route: what the settings say of it, else what was chosen for it by a key, else what they
/// say of all.
extension VolumeBook {
  /// What the loss of route `id` does (R12).
  public func onUnplug(of id: RouteID, under settings: SessionSettings) -> OnUnplug {
    own(settings.onUnplugs, id) ?? chosen(id, \.onUnplug) ?? settings.onUnplug
  }

  /// What the return of route `id` does (R12).
  public func onPlug(of id: RouteID, under settings: SessionSettings) -> OnPlug {
    own(settings.onPlugs, id) ?? chosen(id, \.onPlug) ?? settings.onPlug
  }

  /// The level of speaker `id` after a loss; nil keeps what was remembered for it (R20).
  public func speakerLevel(of id: RouteID, under settings: SessionSettings) -> Level? {
    own(settings.speakerLevels, id) ?? chosen(id, \.speakerLevel) ?? settings.speakerLevel
  }

  /// After a pause of so long on route `id` the device is let go; nil: never (R32).
  public func releaseAfter(on id: RouteID, under settings: SessionSettings) -> Duration? {
    own(settings.releaseAfters, id) ?? chosen(id, \.releaseAfter) ?? settings.releaseAfter
  }

  private func chosen<Value>(_ id: RouteID, _ part: (RouteChoices) -> Value?) -> Value? {
    choices.isEmpty ? nil : id.itselfAndParts.compactMap { choices[$0].flatMap(part) }.first
  }
}

extension SessionSettings {
  /// The first level of `route` (R21).
  func defaultLevel(of route: Route) -> Level {
    own(defaults, route.id) ?? (route.privacy == .wearerOnly ? privateDefault : publicDefault)
  }

  /// What headphones make of 0 dBFS, in dB of sound pressure; nil: nobody knows.
  func calibration(of id: RouteID) -> Double? { own(calibrations, id) }

  /// Whether this is set for route `id` alone.
  func decides(_ policy: RoutePolicy, of id: RouteID) -> Bool {
    switch policy {
    case .onUnplug: own(onUnplugs, id) != nil
    case .onPlug: own(onPlugs, id) != nil
    case .speakerVolume: own(speakerLevels, id) != nil
    case .releaseAfter: own(releaseAfters, id) != nil
    }
  }
}

/// A route that is several cards' headphones at once (R34) goes by the first of them that has something of its own.
private func own<Value>(_ table: [RouteID: Value], _ id: RouteID) -> Value? {
  table.isEmpty ? nil : id.itselfAndParts.lazy.compactMap { table[$0] }.first
}

extension RouteID {
  fileprivate var itselfAndParts: [RouteID] {
    isSeveral ? [self] + text.split(separator: "+").map { RouteID(String($0)) } : [self]
  }

  /// Whether it is of several cards' headphones at once (R34).
  var isSeveral: Bool { text.utf8.contains(UInt8(ascii: "+")) }

  /// Whether the way out is a speaker, for which there is nothing to unplug.
  public var isSpeaker: Bool { text.hasPrefix("\(Kind.speaker.rawValue):") }
}
