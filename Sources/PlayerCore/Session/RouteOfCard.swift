/// The ways out of a card.
extension Route {
  /// The ways out that a card has now. The first is in use when the player plays to the card itself; another one is
  /// still there while that takes its place, so headphones plugged beside a line out are a gain and no loss (R6).
  static func offered(by plugs: CardPlugs, speakerSounds: Bool = false) -> [Route] {
    var routes: [Route] = []
    if plugs.headphones == true { routes.append(headphones(of: plugs, speakerSounds: speakerSounds)) }
    if plugs.lineOut == true { routes.append(lineOut(of: plugs.card.owner)) }
    if !plugs.isDisplayOnly {
      routes.append(unplugged(plugs))
    } else if plugs.display == true {
      routes.append(display(of: plugs.card.owner))
    }
    return routes
  }

  /// Headphones or a headset.
  ///
  /// - Parameter speakerSounds: a speaker sounds at the same time, as a server says.
  static func headphones(of plugs: CardPlugs, speakerSounds: Bool = false) -> Route {
    let isPublic = plugs.card.speakerStaysOn || speakerSounds
    return headphones(
      of: plugs.card.owner, isHeadset: plugs.isHeadset,
      privacy: isPublic ? .everybody : (plugs.isCombo ? .unknown : .wearerOnly), jacks: plugs.privateJacks.map(\.name))
  }

  static func headphones(of owner: Owner, isHeadset: Bool, privacy: Privacy, jacks: [String] = []) -> Route {
    Route(
      port: isHeadset ? .headset : .headphones, id: RouteID(.headphones, of: owner.id),
      name: "\(isHeadset ? "Headset" : "Headphones") – \(owner.name)", privacy: privacy, jacks: jacks)
  }

  static func lineOut(of owner: Owner) -> Route {
    Route(
      port: .lineOut, id: RouteID(.lineOut, of: owner.id), name: "Line out – \(owner.name)", privacy: .everybody)
  }

  static func display(of owner: Owner) -> Route {
    Route(port: .hdmi, id: RouteID(.hdmi, of: owner.id), name: "HDMI – \(owner.name)", privacy: .everybody)
  }

  /// Where a card's sound goes with nothing in its jacks.
  static func unplugged(_ plugs: CardPlugs) -> Route {
    let card = plugs.card
    return switch card.bus {
    case .usb:
      usb(card.owner, isHeadset: card.hasCapture, privacy: card.hasCapture ? .wearerOnly : .unknown)
    case .virtual:
      Route(port: .virtual, id: RouteID(.virtual, of: card.stableID), name: card.name, privacy: .unknown)
    case .builtIn:
      // A phantom jack senses nothing: what is plugged cannot be known, and the listener should see that (R34).
      plugs.headphones != nil
        ? speaker(of: card.owner)
        : speaker(of: card.owner, named: "Built-in output – \(card.name) (no plug sensing)")
    }
  }

  static func usb(_ owner: Owner, isHeadset: Bool, privacy: Privacy) -> Route {
    Route(
      port: isHeadset ? .usbHeadset : .usbAudio, id: RouteID(.usb, of: owner.id),
      name: "\(isHeadset ? "USB headset" : "USB audio") – \(owner.name)", privacy: privacy)
  }

  static func speaker(of owner: Owner, named name: String? = nil) -> Route {
    Route(
      port: .builtInSpeaker, id: RouteID(.speaker, of: owner.id), name: name ?? "Speaker – \(owner.name)",
      privacy: .everybody)
  }

  /// Whose a way out is: what its id and its name are made of.
  struct Owner {
    var id: String
    var name: String
  }
}

extension CardFacts {
  /// The card as the owner of its ways out.
  var owner: Route.Owner { Route.Owner(id: stableID, name: name) }
}
