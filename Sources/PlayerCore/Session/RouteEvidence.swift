/// What is to be believed of facts that come one after the other, from sources of which each is a little late: a *loss*
/// from the first that sees it, older facts of another cannot contradict it until they change; a *gain* when all
/// agree, or half a second after the newest fact. What a server says while it is only half read, or has not found its
/// devices yet, is nothing that has happened.
///
/// It changes facts so that `Route.resolve`, which knows only the present, gives the right route.
struct RouteEvidence: Equatable, Sendable {
  /// Sources that contradict each other are given so long.
  static let patience = Duration.milliseconds(500)
  /// A sink whose device went and is back is dead until the server says something else, and so long after that.
  static let sinkRevives = Duration.seconds(2)
  /// A server that has just started is given so long to find its devices.
  static let serverStarts = Duration.seconds(5)

  /// The facts, as far as they are to be believed.
  private(set) var facts = Facts()
  /// When time alone will change that; nil: never.
  private(set) var deadline: MonotonicTime?
  /// Since when a server is believed that had to be started anew; nil: it has run all the time.
  private(set) var restartedAt: MonotonicTime?

  /// Whether our stream is on no sink, on its way to one that nobody knows.
  private(set) var isMoving = false

  private var raw = Facts()
  private var plugs: [CardIndex: PlugHistory] = [:]
  private var connection = Connection()

  /// What the two kinds of sources said of a card's headphones, and since when.
  private struct PlugHistory: Equatable, Sendable {
    var jack = Opinion()
    var plugSwitch = Opinion()

    struct Opinion: Equatable, Sendable {
      var value: Bool?
      var since = MonotonicTime(nanoseconds: .min)

      mutating func note(_ new: Bool?, at now: MonotonicTime) {
        // What is heard for the first time has not changed.
        if let new, let value, new != value { since = now }
        value = new
      }
    }
  }

  /// What is known of the server, from its start to its end.
  private struct Connection: Equatable, Sendable {
    /// Whether its facts are believed as they are; before that, those of the server before are.
    var isSettled = false
    var startedAt: MonotonicTime?
    /// When each sink was first seen.
    var since: [UInt32: MonotonicTime] = [:]
    /// Sinks whose device has gone, and when they count again. A device that is plugged again has another sink, so they
    /// hardly ever do.
    var dead: [UInt32: MonotonicTime] = [:]
    /// Where our stream played last, and what the default sink was then.
    var lastSink: UInt32?
    var lastDefault: String?
  }

  /// Takes in what the sources say now.
  mutating func take(_ new: Facts, at now: MonotonicTime) {
    noteDeaths(in: new, at: now)
    let had = raw.server != nil
    raw = new
    notePlugs(at: now)
    if new.server == nil {
      if had { connection.isSettled = false }
    } else if !had {
      // Its numbers of sinks are others than before.
      connection = Connection()
      connection.startedAt = now
    }
    for sink in new.server?.sinks ?? [] where connection.since[sink.index] == nil { connection.since[sink.index] = now }
    believe(at: now)
  }

  /// Lets time pass.
  mutating func expire(at now: MonotonicTime) { believe(at: now) }

  /// Whether sources that are not to be believed yet say that headphones have just been plugged, and these facts with
  /// them believed: what the sound may do any moment (R6).
  var hopes: Facts? {
    var hopes = facts
    hopes.cards = raw.cards
    hopes.switches = raw.switches
    for card in raw.cards {
      let plugs = CardPlugs(card, in: raw)
      guard plugs.headphonesByJack == true || plugs.headphonesBySwitch == true else { continue }
      if plugs.headphonesByJack == true { hopes.drop(switchesOf: card) } else { hopes.drop(jacksOf: card.index) }
      hopes.server?.expectHeadphones(of: card.index)
    }
    return hopes == facts ? nil : hopes
  }

  /// A device that has gone takes its sinks along, although the server still lists them.
  private mutating func noteDeaths(in new: Facts, at now: MonotonicTime) {
    let before = raw
    func dies(_ sink: SinkFacts) -> Bool { before.has(sink.device) && !new.has(sink.device) }
    for sink in (raw.server?.sinks ?? []) + (new.server?.sinks ?? []) {
      if dies(sink) {
        connection.dead[sink.index] = .never
      } else if connection.dead[sink.index] == .never, new.has(sink.device), new.server != raw.server {
        connection.dead[sink.index] = now + Self.sinkRevives
      }
    }
    facts.server?.sinks.removeAll(where: dies)
  }

  private mutating func notePlugs(at now: MonotonicTime) {
    var histories: [CardIndex: PlugHistory] = [:]
    for card in raw.cards {
      let plugs = CardPlugs(card, in: raw)
      var history = self.plugs[card.index] ?? PlugHistory()
      history.jack.note(plugs.headphonesByJack, at: now)
      history.plugSwitch.note(plugs.headphonesBySwitch, at: now)
      histories[card.index] = history
    }
    plugs = histories
  }

  private mutating func believe(at now: MonotonicTime) {
    deadline = nil
    isMoving = false
    let before = facts.server
    facts = raw
    believePlugs(at: now)
    guard let server = raw.server else {
      remember(before)
      return
    }
    if !connection.isSettled {
      let limit = (connection.startedAt ?? now) + Self.serverStarts
      guard server.isWhole || now >= limit else {
        wait(until: limit)
        remember(before)
        return
      }
      connection.isSettled = true
      restartedAt = before == nil ? nil : now
    }
    believeSinks(of: server, before: before, at: now)
  }

  /// Believes what a server said that is no more. Where it will play to headphones that come back meanwhile, the next
  /// one has to say.
  private mutating func remember(_ server: ServerFacts?) {
    facts.server = server
    for plugs in facts.plugs where plugs.headphones == false { facts.server?.leaveHeadphones(of: plugs.card.index) }
  }

  /// Where jacks and switches contradict each other, the newest fact counts: a loss at once, a gain in the end.
  private mutating func believePlugs(at now: MonotonicTime) {
    for card in raw.cards {
      guard let history = plugs[card.index], let jack = history.jack.value, let other = history.plugSwitch.value,
        jack != other
      else { continue }
      let isJackNewest = history.jack.since >= history.plugSwitch.since
      let newest = isJackNewest ? history.jack : history.plugSwitch
      guard newest.value == true else { continue }
      let due = newest.since.nanoseconds == .min ? now : newest.since + Self.patience
      if now < due {
        wait(until: due)
      } else if isJackNewest {
        facts.drop(switchesOf: card)
      } else {
        facts.drop(jacksOf: card.index)
      }
    }
  }

  private mutating func believeSinks(of server: ServerFacts, before: ServerFacts?, at now: MonotonicTime) {
    var believed = server
    believed.sinks = server.sinks.filter { isBelieved($0, at: now) }
    func isThere(_ index: UInt32?) -> Bool { believed.sinks.contains { $0.index == index } }

    if !believed.sinks.contains(where: { $0.name == server.defaultSink }) {
      believed.defaultSink = before?.defaultSink
    }
    if let ours = server.ours {
      if isThere(ours.sink) {
        connection.lastSink = ours.sink
        connection.lastDefault = believed.defaultSink
      } else {
        // It is being moved, and where to will be known in a moment. Until then nothing that the server does with the
        // sink that it left moves our sound.
        let sink = isThere(connection.lastSink) ? connection.lastSink : nil
        isMoving = true
        believed.streams = server.streams.filter { !$0.isOurs } + [ours.playing(to: sink)]
        if let known = before?.sinks.first(where: { $0.index == sink }),
          let place = believed.sinks.firstIndex(where: { $0.index == sink })
        {
          believed.sinks[place] = known
        }
      }
    } else if isThere(connection.lastSink), connection.lastDefault == believed.defaultSink {
      // A new stream goes where the last one went, as servers remember.
      believed.streams.append(StreamFacts(index: .max, isOurs: true, sink: connection.lastSink))
    } else {
      connection.lastSink = nil
    }
    facts.server = believed
  }

  /// Whether what is behind a sink is there, by all that is known.
  private mutating func isBelieved(_ sink: SinkFacts, at now: MonotonicTime) -> Bool {
    if let revives = connection.dead[sink.index], now < revives {
      if revives != .never { wait(until: revives) }
      return false
    }
    let isKnown: Bool
    switch sink.device {
    case .card: isKnown = raw.cards.isEmpty || raw.has(sink.device)
    case .bluetooth(let address):
      isKnown = raw.bluetooth.first { $0.address == address }?.isReachable != false
    case .network, .virtual: isKnown = true
    }
    guard !isKnown else { return true }
    // Another source that should know of it does not yet.
    let due = (connection.since[sink.index] ?? now) + Self.patience
    guard now >= due else {
      wait(until: due)
      return false
    }
    if case .bluetooth(let address) = sink.device { facts.believe(in: address) }
    return true
  }

  private mutating func wait(until time: MonotonicTime) { deadline = min(deadline ?? time, time) }
}
