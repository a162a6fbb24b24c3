internal import LinuxSystem
internal import PlayerCore

/// A card's name on the user's bus, by which programs tell each other who uses it (a simple device reservation
/// protocol, git.0pointer.net/reserve.git). It decides nothing: whether the card is given away, the player says.
final class CardReservation {
  enum Stage: Equatable {
    /// The name is not ours, and nobody else's that it would matter to.
    case unreserved
    /// The bus was asked for the name, or the name's owner for the card.
    case requesting, asking
    case owned
    /// Somebody was told that the card is free to take, and has this long to take it.
    case yielding(until: MonotonicTime)
    /// Somebody else has it; when that is over, it is told.
    case foreign
  }

  /// What the name's owner, and who asks us, may take.
  static let (ownersLimit, ourLimit) = (Duration.seconds(5), Duration.seconds(3))
  /// After this long without an answer from anybody nobody has it.
  private static let silenceLimit = Duration.seconds(6)
  /// How long a program's name is waited for.
  private static let nameLimit = Duration.milliseconds(50)
  private static let unnamed = "another program"
  /// SD_BUS_NAME_….
  private static let (replacesExisting, allowsReplacement) = (1 as UInt64, 2 as UInt64)

  private let priority: Int32
  private var stage = Stage.unreserved
  private var card: CardIndex?
  /// Whether the player uses the card, or is about to. Who was told that another program has it does neither.
  private var isWanted = false
  /// When an answer is due to the player; nil: it has one.
  private var answersBy: MonotonicTime?
  /// Who asks for the card, and until when the answer is due.
  private var request: (message: BusMessage, answersBy: MonotonicTime)?
  private var object: ReservationObject?
  private var bus: OpenBus?
  /// Counts attempts, so that late answers to older ones are passed over.
  private var attempt = 0
  /// What the program is called that has the card.
  private var otherProgram: String?
  /// Whether the player was told that somebody else has the card, or gave it away.
  private var isAway = false
  private var events: [Event] = []

  init(priority: Int) { self.priority = Int32(clamping: priority) }

  static func service(of card: CardIndex) -> BusService {
    let interface = "org.freedesktop.ReserveDevice1"
    return BusService(
      name: "\(interface).Audio\(card.number)", path: "/org/freedesktop/ReserveDevice1/Audio\(card.number)",
      interface: interface)
  }

  /// When `process` is to be called although nothing has happened.
  var deadline: MonotonicTime? {
    let yields: MonotonicTime? = if case .yielding(let until) = stage { until } else { nil }
    return [answersBy, request?.answersBy, yields].compactMap(\.self).min()
  }

  /// Begins on a new connection.
  func begin(on bus: OpenBus) {
    self.bus = bus
    bus.subscribe(BusOwner.changes(argument: "arg0namespace='org.freedesktop.ReserveDevice1'")) { [weak self] signal in
      if let change = BusOwner.change(in: signal) { self?.ownerChanged(change) }
    }
    if isWanted { acquire() }
  }

  /// The connection is gone, and with it whoever had the card, as far as anybody can tell.
  func end() {
    bus = nil
    object = nil
    request = nil
    attempt += 1
    stage = .unreserved
    if isAway { grant() }
  }

  /// The player is about to use `card`.
  func reserve(_ card: CardIndex, at now: MonotonicTime) {
    if card != self.card { drop() }
    self.card = card
    isWanted = true
    answersBy = now + Self.silenceLimit
    switch stage {
    case .owned: grant()
    case .requesting, .asking: break
    case .unreserved, .yielding, .foreign: acquire()
    }
  }

  /// The player has let go of the card.
  func release() {
    isWanted = false
    answersBy = nil
    guard stage != .unreserved, stage != .foreign else { return }
    letGoOfName()
    if !isYielding { stage = .unreserved }
  }

  /// Whoever asked for the card gets it, or not.
  func answer(granted: Bool, at now: MonotonicTime) {
    guard let request else { return }
    self.request = nil
    request.message.reply(granted)
    guard granted else { return }
    stage = .yielding(until: now + Self.ownersLimit)
    (isAway, isWanted) = (true, false)
  }

  /// Does what is due at `now`; `isBusMissing`: there is no connection, nor one in sight.
  func process(at now: MonotonicTime, isBusMissing: Bool) {
    if let due = request?.answersBy, now >= due { answer(granted: false, at: now) }
    if case .yielding(let until) = stage, now >= until { freed() }
    if let answersBy, now >= answersBy || isBusMissing { grant() }
  }

  /// What has happened since the last call.
  func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  private var isYielding: Bool { if case .yielding = stage { true } else { false } }

  /// Tells that the card is the player's to use, if that is news.
  private func grant() {
    guard answersBy != nil || isAway else { return }
    (answersBy, isAway) = (nil, false)
    events.append(.reservationGranted)
  }

  private func lose(to program: String?) {
    (answersBy, isAway, isWanted) = (nil, true, false)
    events.append(.reservationLost(to: program ?? Self.unnamed))
  }

  /// Another card is wanted.
  private func drop() {
    request?.message.reply(true)
    request = nil
    if stage != .unreserved, stage != .foreign { letGoOfName() }
    stage = .unreserved
  }

  private func letGoOfName() {
    attempt += 1
    if let card { bus?.release(Self.service(of: card).name) }
    object = nil
  }

  private func acquire(replacing: Bool = false) {
    guard let bus, let card else { return }
    stage = .requesting
    attempt += 1
    // Before the name, so that who asks for the card finds it.
    if object == nil {
      object = ReservationObject(of: card, priority: priority, on: bus) { [weak self] in self?.receive($0) }
    }
    let flags = Self.allowsReplacement | (replacing ? Self.replacesExisting : 0)
    bus.request(Self.service(of: card).name, flags: flags) { [weak self, attempt] answer in
      guard let self, attempt == self.attempt else { return }
      switch answer {
      case 1, 4:
        stage = .owned
        grant()
      case 3: if replacing { denied() } else { ask(about: card) }
      // A bus that gives nobody such a name.
      default:
        stage = .unreserved
        grant()
      }
    }
  }

  /// Asks the name's owner for the card.
  private func ask(about card: CardIndex) {
    guard let bus else { return }
    stage = .asking
    otherProgram = nil
    readOwner(of: card, within: Self.ownersLimit) { [weak self] in self?.otherProgram = $0 }
    bus.call("RequestRelease", of: Self.service(of: card), [.int32(priority)], within: Self.ownersLimit) {
      [weak self, attempt] answer in
      guard let self, attempt == self.attempt else { return }
      switch answer {
      case .success(let data) where data.first?.truth == true: acquire(replacing: true)
      case .failure(.noService): acquire()
      default: denied()
      }
    }
  }

  private func denied() {
    stage = .foreign
    object = nil
    lose(to: otherProgram)
  }

  private func ownerChanged(_ change: (name: String, old: String?, new: String?)) {
    guard let bus, let card, change.name == Self.service(of: card).name, change.new != bus.uniqueName else { return }
    guard change.new != nil else {
      if stage == .foreign, change.old != bus.uniqueName { freed() }
      return
    }
    let wasOwned = stage == .owned
    guard wasOwned || isYielding else { return }
    stage = .foreign
    object = nil
    request?.message.reply(true)
    request = nil
    guard wasOwned else { return }
    readOwner(of: card, within: Self.nameLimit) { [weak self] in
      self?.lose(to: $0)
    }
  }

  /// Nobody else has it any more, or wants it.
  private func freed() {
    if isYielding { letGoOfName() }
    stage = .unreserved
    grant()
  }

  private func readOwner(of card: CardIndex, within limit: Duration, _ answered: @escaping (String?) -> Void) {
    let service = Self.service(of: card)
    let properties = BusService(
      name: service.name, path: service.path, interface: "org.freedesktop.DBus.Properties")
    let arguments = [service.interface, "ApplicationName"].map(BusValue.string)
    guard let bus else { return answered(nil) }
    bus.call("Get", of: properties, arguments, within: limit) { answered((try? $0.get())?.first?.text) }
  }

  /// Another program asks for the card (RequestRelease).
  private func receive(_ message: BusMessage) {
    guard stage == .owned, request == nil, let bus, let sender = message.sender,
      let priority = message.sd.arguments(of: message.pointer).first?.number
    else { return message.reply(isYielding) }
    request = (message, .now + Self.ourLimit)
    BusOwner.askProcess(of: sender, on: bus, within: Self.nameLimit) { [weak self] process in
      guard let self, request?.message === message else { return }
      let program = process.flatMap(processName) ?? Self.unnamed
      events.append(.reservationRequested(by: program, priority: Int(priority)))
    }
  }
}
