public import LinuxSystem
public import PlayerCore

/// What a player has to do with other programs on the user's bus: who uses a sound card (ReserveDevice1), and which
/// other players play (MPRIS). It decides nothing, and connects only when one of both is wanted. Without a bus it knows
/// nothing, a card is anybody's, and it waits for nobody. For the thread of a loop.
public final class UserBus {
  private let address: BusAddress
  private let start: MonotonicTime
  private var link: BusLink?
  private let reservation: CardReservation
  private let others = OtherPlayers()
  private let watchesPlayers: Bool

  /// The bus at `address` (nil: the user's), connected to when there is a need, at `start` at the earliest.
  ///
  /// - Parameters:
  ///   - priority: that with which cards are reserved.
  ///   - watchesPlayers: whether other players matter.
  public init(address: String? = nil, from start: MonotonicTime, priority: Int, watchesPlayers: Bool) {
    self.address = address.map(BusAddress.at) ?? .user
    self.start = start
    self.watchesPlayers = watchesPlayers
    reservation = CardReservation(priority: priority)
    if watchesPlayers { connect() }
  }

  deinit { link?.end() }

  /// What the loop is to wait for.
  public var pollDescriptors: [PolledDescriptor] { link?.pollDescriptors ?? [] }
  /// When `process` is to be called although nothing has happened.
  public var deadline: MonotonicTime? { [link?.deadline, reservation.deadline].compactMap(\.self).min() }
  /// The other players; nil before it is known which there are, and unless they are watched.
  public var players: [OtherPlayerFacts]? { others.facts }

  /// Takes in what has arrived. Never waits.
  ///
  /// - Returns: whether there is other news of players than before.
  public func process() -> Bool {
    guard let link else { return false }
    let (now, old) = (MonotonicTime.now, others.facts)
    link.process(
      at: now,
      opened: { bus in
        reservation.begin(on: bus)
        if watchesPlayers { others.begin(on: bus) }
      },
      closed: {
        reservation.end()
        others.end()
      })
    reservation.process(at: now, isBusMissing: link.isMissing)
    return others.facts != old
  }

  /// What has happened to the reservation since the last call, in its order.
  public func takeEvents() -> [Event] { reservation.takeEvents() }

  /// Asks whoever has `card` for it, and holds it from then on. `reservationGranted` or `reservationLost` follows.
  public func reserve(_ card: CardIndex) {
    connect()
    reservation.reserve(card, at: .now)
  }

  /// Anybody may have the card.
  public func releaseReservation() { reservation.release() }

  /// Answers whoever asked for the card.
  public func answerReservation(granted: Bool) { reservation.answer(granted: granted, at: .now) }

  /// Has the players of these names pause.
  public func pause(_ players: [String]) { others.send("Pause", to: players) }

  /// Has the players of these names go on.
  public func resume(_ players: [String]) { others.send("Play", to: players) }

  /// Leaves the bus; the last call.
  public func stop() {
    link?.end()
    reservation.end()
    others.end()
  }

  private func connect() {
    if link == nil { link = BusLink(address: address, from: max(start, .now)) }
  }
}
