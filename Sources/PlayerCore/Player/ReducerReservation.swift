/// The card that is played on without anything in between, by arrangement with other programs
/// (org.freedesktop.ReserveDevice1): R14.
extension PlayerState {
  /// How urgently a card is wanted. Sound servers, who have cards all the time, want them less; whoever records or
  /// makes music in real time wants them more.
  public static let reservationPriority: Int32 = 10
  /// Whoever asks for the card has an answer by then, even if the device does not close.
  private static let answerLimit = Duration.seconds(2)

  /// The card that opening the device will take for us alone; nil: others can play to it as well, or it is not known.
  var cardToReserve: CardIndex? {
    let isNamed = deviceName.hasPrefix("hw:") || deviceName.hasPrefix("plughw:")
    if case .card(let card)? = device { return isNamed || opensDirectly ? card : nil }
    // Nobody has looked where it goes: somebody else may have the card, so that only asking for it opens it.
    return isNamed ? namedCard : nil
  }

  /// Asks for the card, if it is not ours already.
  mutating func reserveCard(_ effects: inout [Effect]) {
    guard let card = cardToReserve, reserved != card else { return }
    if reserved != nil { effects.append(.releaseReservation) }
    reserved = card
    effects.append(.reserveCard(card))
  }

  /// Another program asks for the card.
  mutating func requestReservation(priority: Int, at now: MonotonicTime, _ effects: inout [Effect]) {
    guard chosenCategory.yields, priority > Self.reservationPriority else {
      note(.cardKept)
      return effects.append(.answerReservation(granted: false))
    }
    interrupt(because: .reservation, at: now)
    reservationAnswerBy = now + Self.answerLimit
  }

  /// Another program has the card, whatever we say.
  mutating func loseReservation(to name: String, at now: MonotonicTime) {
    guard reserved != nil else { return }
    reserved = nil
    interrupt(because: .reservation, at: now)
    if wish.goal == .play { say("\(name) has the sound card", at: now) }
  }

  /// The card is to be had: an attempt that waits for it need not wait any longer.
  mutating func noteReservation(at now: MonotonicTime) {
    if busy?.retryAt != nil { busy?.retryAt = now }
    endInterruption(because: .reservation, shouldResume: true, at: now)
  }

  /// Once the device is closed the card is given to who asked for it, or to anybody.
  mutating func settleReservation(at now: MonotonicTime, _ effects: inout [Effect]) {
    if let limit = reservationAnswerBy {
      // The user may have tried the device again meanwhile.
      let isDenied = !interruption.causes.contains(.reservation)
      guard isDenied || isDeviceClosed || now >= limit else { return }
      let isGranted = !isDenied && isDeviceClosed
      reservationAnswerBy = nil
      effects.append(.answerReservation(granted: isGranted))
      if isGranted { reserved = nil }
      // It will not come to have it, so nothing would tell of its end.
      if !isGranted { endInterruption(because: .reservation, shouldResume: true, at: now) }
    }
    // Who waits for a busy card waits for it by its reservation.
    guard reserved != nil, isDeviceClosed, !holds.contains(.busy) else { return }
    reserved = nil
    effects.append(.releaseReservation)
  }

  /// Whether nothing of ours is at the device, and no order for it is under way.
  var isDeviceClosed: Bool { phase == .idle && output == nil }
}
