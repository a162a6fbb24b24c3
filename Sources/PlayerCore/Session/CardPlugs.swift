/// What all sources together say is plugged into a card: its jack controls, and the switches of its input devices.
/// Something is plugged only where every source says so that can tell: any of them may see a loss first.
struct CardPlugs {
  let card: CardFacts
  private let switches: [SwitchFacts]

  init(_ card: CardFacts, in facts: Facts) {
    self.card = card
    switches = facts.switches(of: card)
  }

  /// Whether headphones or a headset are plugged; nil: nobody senses that.
  var headphones: Bool? { Self.together(headphonesByJack, headphonesBySwitch) }

  /// Whether a line out is used; nil: nobody senses that.
  var lineOut: Bool? { Self.together(plugged(.lineOut), isOn(.lineOut)) }

  /// Whether a display is plugged; nil: nobody senses that.
  var display: Bool? { plugged(.hdmi) }

  /// What the jack controls say of headphones.
  var headphonesByJack: Bool? {
    let sensed = card.jacks.filter(\.isPrivate).compactMap(\.plugged)
    return sensed.isEmpty ? nil : sensed.contains(true)
  }

  /// What the switches say of headphones.
  var headphonesBySwitch: Bool? {
    let sensed = switches.filter { $0.kind == .headphones }.map { $0.isOn && !isEmpty($0.device) }
    return sensed.isEmpty ? nil : sensed.contains(true)
  }

  /// The plugged jacks that only the wearer hears, or may.
  var privateJacks: [JackFacts] { headphones == true ? card.jacks.filter { $0.isPrivate && $0.plugged == true } : [] }

  /// Whether what is plugged has a microphone.
  var isHeadset: Bool {
    if privateJacks.contains(where: { $0.kind == .headset }) || plugged(.headsetMic) == true { return true }
    return switches.contains { one in
      one.kind == .microphone && one.isOn
        && (one.device.lowercased().contains("headset")
          || switches.contains { $0.device == one.device && $0.kind == .headphones && $0.isOn })
    }
  }

  /// Whether a headset's microphone is plugged; nil: nobody senses that. What a combo's plug is nobody knows (R34).
  var headsetMicrophone: Bool? {
    let sensed = card.jacks.filter { $0.kind == .headset || $0.kind == .headsetMic }.compactMap(\.plugged)
    let byJack = sensed.isEmpty ? nil : sensed.contains(true)
    guard switches.contains(where: { $0.kind == .microphone }) else { return byJack }
    return byJack.map { $0 && isOn(.microphone) == true } ?? isHeadset
  }

  /// Whether all that is plugged is of a kind that may be a microphone as well (R34).
  var isCombo: Bool { !privateJacks.isEmpty && privateJacks.allSatisfy { $0.kind == .headphoneMic } }

  /// A graphics card's sound part: it has display jacks and no other way out.
  var isDisplayOnly: Bool {
    card.jacks.contains { $0.kind == .hdmi } && !card.jacks.contains { $0.kind != .hdmi && $0.kind != .other }
  }

  private func plugged(_ kind: JackKind) -> Bool? {
    let sensed = card.jacks.filter { $0.kind == kind }.compactMap(\.plugged)
    return sensed.isEmpty ? nil : sensed.contains(true)
  }

  private func isOn(_ kind: SwitchFacts.Kind) -> Bool? {
    let sensed = switches.filter { $0.kind == kind }
    return sensed.isEmpty ? nil : sensed.contains(where: \.isOn)
  }

  /// SW_JACK_PHYSICAL_INSERT of the same device says that there is no plug in it at all.
  private func isEmpty(_ device: String) -> Bool {
    switches.contains { $0.device == device && $0.kind == .anything && !$0.isOn }
  }

  private static func together(_ one: Bool?, _ other: Bool?) -> Bool? {
    guard let one, let other else { return one ?? other }
    return one && other
  }
}

extension JackFacts {
  /// Whether only the wearer hears what is plugged there, or may.
  var isPrivate: Bool { kind == .headphones || kind == .headset || kind == .headphoneMic }
}

extension Facts {
  /// The card of this number, with all that is said of its jacks.
  func plugs(of index: CardIndex) -> CardPlugs? { cards.first { $0.index == index }.map { CardPlugs($0, in: self) } }

  /// All cards likewise.
  var plugs: [CardPlugs] { cards.map { CardPlugs($0, in: self) } }

  /// The switches of `card`. One whose card the kernel does not name belongs to the only card on the board.
  func switches(of card: CardFacts) -> [SwitchFacts] {
    let isOnlyOne = card.bus == .builtIn && cards.count { $0.bus == .builtIn } == 1
    return switches.filter { $0.card == card.index || ($0.card == nil && isOnlyOne) }
  }
}
