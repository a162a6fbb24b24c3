internal import CPulse
internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// The connection to a server, on the thread that runs it. Says nothing of what does not work: there is a server, or
/// there is none. After every change it asks for everything anew, in one round, for the server's events come in bunches
/// and in no dependable order.
final class ServerWatch {
  /// The time to the first new attempt, and the longest between two.
  private static let pauses = Duration.milliseconds(250)...Duration.seconds(10)
  /// A server that changes all the time is not asked more often than this before something is said.
  private static let mostRounds = 8
  private static let changes =
    PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
    | PA_SUBSCRIPTION_MASK_SERVER.rawValue | PA_SUBSCRIPTION_MASK_CARD.rawValue | PA_SUBSCRIPTION_MASK_SOURCE.rawValue

  private let pulse: cans_pulse
  private let address: String?
  private let process: Int32
  private let orders: Mailbox<ServerOrder>
  private let publish: (ServerFacts?) -> Void
  private let loop: OpaquePointer
  private var context: OpaquePointer?
  private var isReady = false
  private var isLost = false
  private var retryAt: MonotonicTime?
  private var pause = ServerWatch.pauses.lowerBound
  private var round: ServerRound?
  /// Something has changed that the round may have missed.
  private var isStale = false
  private var rounds = 0
  private var published: ServerFacts?
  private var hasPublished = false

  /// A watch on the server at `address`, or the user's, that hands its first facts, or that there are none, and every
  /// change of them to `publish`. The streams of `process` are ours.
  init(
    _ pulse: cans_pulse, at address: String?, process: Int32, orders: Mailbox<ServerOrder>,
    publish: @escaping (ServerFacts?) -> Void
  ) {
    self.pulse = pulse
    self.address = address
    self.process = process
    self.orders = orders
    self.publish = publish
    loop = pulse.pa_mainloop_new()!
  }

  deinit {
    close()
    pulse.pa_mainloop_free(loop)
  }

  /// Runs until it is told to stop.
  func run() {
    let api = pulse.pa_mainloop_get_api(loop)!
    // Its only purpose is to end the poll: orders are taken after each.
    _ = api.pointee.io_new(api, orders.descriptor, PA_IO_EVENT_INPUT, { _, _, _, _, _ in }, nil)
    connect()
    while perform(orders.takeAll()) {
      if isLost { lose() }
      if let due = retryAt, due <= .now { connect() }
      if isReady, isStale, round == nil { ask() }
      guard pulse.pa_mainloop_prepare(loop, timeout) >= 0, pulse.pa_mainloop_poll(loop) >= 0,
        pulse.pa_mainloop_dispatch(loop) >= 0
      else { return say(nil) }
    }
  }

  /// Microseconds until something is to be done although nothing happens; negative: never.
  private var timeout: Int32 {
    // A connection may be lost while it is made, before anything is polled.
    if isLost { return 0 }
    guard let retryAt else { return -1 }
    return Int32(clamping: max((retryAt - .now).wholeNanoseconds, 0) / 1_000 + 1)
  }

  // MARK: Connecting

  private func connect() {
    retryAt = nil
    guard let context = pulse.pa_context_new_with_proplist(pulse.pa_mainloop_get_api(loop), "cans", nil) else {
      return isLost = true
    }
    self.context = context
    pulse.pa_context_set_state_callback(context, { _, user in ServerWatch.from(user).stateChanged() }, user)
    pulse.pa_context_set_subscribe_callback(context, { _, _, _, user in ServerWatch.from(user).isStale = true }, user)
    // Whoever wants a server starts it: one that is started for a player that watches would stay.
    if pulse.pa_context_connect(context, address, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { isLost = true }
  }

  private func stateChanged() {
    guard let context else { return }
    switch pulse.pa_context_get_state(context) {
    case PA_CONTEXT_READY:
      isReady = true
      pause = Self.pauses.lowerBound
      forget(pulse.pa_context_subscribe(context, pa_subscription_mask_t(Self.changes), nil, nil))
      isStale = true
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: isLost = true
    default: break
    }
  }

  /// The server has gone, or there was none: nothing is known, until it is there again.
  private func lose() {
    close()
    say(nil)
    retryAt = .now + pause
    pause = min(pause * 2, Self.pauses.upperBound)
  }

  private func close() {
    guard let context else { return }
    // No answer to an old question comes after this.
    pulse.pa_context_set_state_callback(context, nil, nil)
    pulse.pa_context_disconnect(context)
    pulse.pa_context_unref(context)
    self.context = nil
    (isReady, isLost, isStale, round, rounds) = (false, false, false, nil, 0)
  }

  // MARK: Asking

  private func ask() {
    round = ServerRound()
    rounds += 1
    isStale = false
    forget(
      pulse.pa_context_get_server_info(
        context,
        { _, info, user in
          let watch = ServerWatch.from(user)
          // What was told before the first answer is in the answers.
          watch.isStale = false
          watch.take(end: true) { if let info { $0.add(info.pointee) } }
        }, user))
    forget(
      pulse.pa_context_get_sink_info_list(
        context, { _, info, end, user in ServerWatch.take(info, end: end, user) { $0.add($1, $2) } }, user))
    forget(
      pulse.pa_context_get_sink_input_info_list(
        context, { _, info, end, user in ServerWatch.take(info, end: end, user) { $0.add($1, $2) } }, user))
    forget(
      pulse.pa_context_get_source_info_list(
        context, { _, info, end, user in ServerWatch.take(info, end: end, user) { $0.add($1, $2) } }, user))
    forget(
      pulse.pa_context_get_client_info_list(
        context, { _, info, end, user in ServerWatch.take(info, end: end, user) { $0.add($1, $2) } }, user))
  }

  /// Takes in one item of a list, or its end.
  private static func take<Item>(
    _ item: UnsafePointer<Item>?, end: Int32, _ user: UnsafeMutableRawPointer?,
    _ add: (inout ServerRound, Item, cans_pulse) -> Void
  ) {
    let watch = from(user)
    watch.take(end: end != 0) { if let item { add(&$0, item.pointee, watch.pulse) } }
  }

  /// Takes in a part of an answer.
  private func take(end: Bool, _ add: (inout ServerRound) -> Void) {
    guard round != nil else { return }
    add(&round!)
    if end { round!.end() }
    guard let answered = round, answered.missing == 0 else { return }
    round = nil
    if rounds < Self.mostRounds, isStale || answered.isHalfway {
      isStale = true
      return
    }
    rounds = 0
    say(answered.result(for: process))
  }

  private func say(_ facts: ServerFacts?) {
    guard facts != published || !hasPublished else { return }
    hasPublished = true
    published = facts
    publish(facts)
  }

  // MARK: Orders

  /// False when it is to end.
  private func perform(_ orders: [ServerOrder]) -> Bool {
    for order in orders {
      switch order {
      case .stop: return false
      case .discardStream:
        // PipeWire forgets by itself, and its plug-in does not come back from this.
        guard let facts = published, !facts.isPipeWire else { continue }
        for stream in ours { forget(pulse.pa_context_kill_sink_input(context, stream, nil, nil)) }
      case .moveStream(let sink):
        for stream in ours { forget(pulse.pa_context_move_sink_input_by_name(context, stream, sink, nil, nil)) }
      case .activatePort(let port, let sink):
        if isReady { forget(pulse.pa_context_set_sink_port_by_name(context, sink, port, nil, nil)) }
      }
    }
    return true
  }

  /// The numbers of our streams, as far as is known; none without a server.
  private var ours: [UInt32] { isReady ? (published?.streams ?? []).filter(\.isOurs).map(\.index) : [] }

  // MARK: C

  private var user: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func from(_ user: UnsafeMutableRawPointer?) -> ServerWatch {
    Unmanaged.fromOpaque(user!).takeUnretainedValue()
  }

  /// An answer comes by its callback, whoever holds the operation.
  private func forget(_ operation: OpaquePointer?) {
    if let operation { pulse.pa_operation_unref(operation) }
  }
}
