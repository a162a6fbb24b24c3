public import PlayerCore

/// What the kernel says about an input device to everybody, before it is opened.
public struct InputDeviceFacts: Hashable, Sendable {
  /// How a device is attached (BUS_… in linux/input.h).
  public enum Bus: Hashable, Sendable {
    case none, usb, bluetooth, other
  }

  /// Its name, such as "HDA Intel PCH Headset" or "Buds (AVRCP)".
  public var name: String
  /// How it is attached.
  public var bus: Bus
  /// Where, in the driver's words; "ALSA" for the jacks of sound cards.
  public var phys: String
  /// Whether the kernel has it below a sound card.
  public var isOfSoundCard: Bool
  /// Whether it is a part of a USB device that is also a sound card.
  public var isOfUSBSound: Bool
  /// Whether a program has made it (uinput), as BlueZ does.
  public var isVirtual: Bool
  /// The sound card that it is below, or whose USB device it is a part of; nil: the kernel does not say.
  public var card: CardIndex?
  /// The codes of its keys.
  public var keys: Set<UInt16>
  /// The codes of its switches.
  public var switches: Set<UInt16>

  /// A device's facts.
  public init(
    name: String, bus: Bus = .none, phys: String = "", isOfSoundCard: Bool = false, isOfUSBSound: Bool = false,
    isVirtual: Bool = false, card: CardIndex? = nil, keys: Set<UInt16>, switches: Set<UInt16> = []
  ) {
    self.name = name
    self.bus = bus
    self.phys = phys
    self.isOfSoundCard = isOfSoundCard
    self.isOfUSBSound = isOfUSBSound
    self.isVirtual = isVirtual
    self.card = card
    self.keys = keys
    self.switches = switches
  }

  /// Whether one can write with it: a keyboard.
  public var hasLetters: Bool { !keys.isDisjoint(with: KeyCode.letters) }

  /// The keys of it that the player would listen to. Pause/Break is a key for the terminal.
  public var mediaKeys: Set<UInt16> {
    let known = keys.intersection(KeyCode.meanings.keys)
    return hasLetters ? known.subtracting([KeyCode.pauseBreak]) : known
  }

  /// What kind of device it is; nil: it has no media keys.
  ///
  /// Whoever can name a device can name it like a headset. So what has letters is a keyboard, whatever its name; and
  /// names count only where no bus says more, which takes the right to make devices.
  public var kind: PressDevice.Kind? {
    if mediaKeys.isEmpty { return nil }
    if hasLetters { return .keyboard }
    if isOfSoundCard || phys == "ALSA" || (bus == .usb && isOfUSBSound) { return .cable }
    if bus == .bluetooth, isVirtual, name.hasSuffix(" (AVRCP)") { return .avrcp }
    if bus == .none, Self.jackNames.contains(where: { name.hasSuffix($0) }) { return .cable }
    return .keyboard
  }

  /// Whether it is to be opened under this setting.
  public func isListenedTo(under setting: MediaKeys) -> Bool {
    switch (setting, kind) {
    case (.off, _), (_, nil): false
    case (.headsets, let kind): kind != .keyboard
    case (.all, _): true
    }
  }

  /// The switches of it that say something of this machine's sound, and what.
  ///
  /// What has letters is a keyboard and is not opened for its switches. A plug in something on USB or Bluetooth that is
  /// no sound card here says nothing of the cards on the board, and the mute switch of a telephone is on its board. A
  /// display's plug is a line out for drivers, and its jack control knows better.
  public var soundSwitches: [UInt16: SwitchFacts.Kind] {
    if hasLetters { return [:] }
    let isOutside = bus == .usb || bus == .bluetooth
    return SwitchCode.meanings.filter { code, kind in
      switch kind {
      case _ where !switches.contains(code): false
      case .mute: !isOutside
      case .lineOut where switches.contains(SwitchCode.videoOut): false
      default: !isOutside || card != nil
      }
    }
  }

  /// How sound drivers call the jacks that have buttons: the card's name, and one of these.
  private static let jackNames = [
    " Headset", " Headset Jack", " Headphone", " Headphone Jack", " Headphone Mic", " Headphone Mic Jack",
  ]

  /// The bits of a capability as sysfs has them: "1000 0 c000": words of a long's size, the highest first.
  static func bits(_ text: some StringProtocol) -> Set<UInt16> {
    var set = Set<UInt16>()
    for (index, word) in text.split(separator: " ").reversed().enumerated() {
      guard var rest = UInt(word, radix: 16), index < 1_024 / UInt.bitWidth else { return set }
      while rest != 0 {
        set.insert(UInt16(index * UInt.bitWidth + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return set
  }
}
