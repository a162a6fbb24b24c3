internal import Glibc
public import PlayerCore

/// A node of a sound device, and whether this process may use it.
public struct SoundNode: Hashable, Sendable {
  /// Its name in /dev/snd: "controlC0", "pcmC0D0p".
  public var name: String
  /// Whether it may be opened for reading and writing.
  public var isAllowed: Bool

  /// A node.
  public init(name: String, isAllowed: Bool) {
    self.name = name
    self.isAllowed = isAllowed
  }

  /// The card whose control device it is; nil: it is another kind of node.
  public var controlledCard: CardIndex? {
    let prefix = "controlC"
    return name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)).map(CardIndex.init) : nil
  }
}

/// The nodes of cards' control devices and PCMs, by name. Opens none of them. Any thread.
public func soundNodes() -> [SoundNode] {
  guard let folder = try? DeviceFolder() else { return [] }
  return folder.nodes().map { name in
    SoundNode(name: name, isAllowed: access("/dev/snd/\(name)", R_OK | W_OK) == 0)
  }
}

/// The cards whose control devices can be opened, in order of their numbers, as they are now. May wait for a card that
/// wakes up. Any thread.
public func listedCards() -> [CardFacts] {
  guard let folder = try? DeviceFolder() else { return [] }
  return folder.cards().reduce(into: []) { cards, number in
    if let watch = try? CardWatch(CardIndex(number), besides: Set(cards.map(\.stableID))) { cards.append(watch.facts) }
  }
}
