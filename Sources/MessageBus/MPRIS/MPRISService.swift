internal import CSystemd
internal import Glibc
public import LinuxSystem
public import PlayerCore

/// The player on the user's bus (MPRIS D-Bus Interface Specification 2.2, without track list and playlists). It decides
/// nothing: it hands in what it is asked for, and tells what has changed. Without a bus, or with one that hangs, it
/// waits for nobody. For the thread of a loop.
public final class MPRISService {
  /// What it asks the player for while it processes what has arrived.
  struct Player {
    let state: () -> MPRISState
    let perform: (MPRISCall) -> MPRISAnswer
  }

  let application: MPRISApplication
  /// Who answers on the bus: this, as sd-bus sees it.
  let owner: UnsafeMutablePointer<cans_bus_object>
  var player: Player?
  /// The state as the player had it last; nil before the next message: then it is asked for.
  var state: MPRISState?
  var callers = Callers<BusMessage>()

  private let link: BusLink
  /// What the bus was told last; nil before the player has shown anything.
  private var told: MPRISState?

  /// Messages that a bus may leave waiting before it is told nothing more until it has taken them.
  private static let unsentLimit: UInt64 = 64

  /// Puts `application` on the bus at `address` (nil: the user's), at `start` at the earliest.
  public init(_ application: MPRISApplication, address: String? = nil, from start: MonotonicTime) {
    self.application = application
    link = BusLink(address: address.map(BusAddress.at) ?? .user, from: start)
    owner = .allocate(capacity: 1)
    owner.initialize(
      to: cans_bus_object(
        context: Unmanaged.passUnretained(self).toOpaque(), call: receiveCall, get: giveProperty, set: takeProperty))
  }

  deinit {
    link.end()
    owner.deallocate()
  }

  /// Whether the bus has let it in.
  public var isConnected: Bool { link.bus?.isReady == true }
  /// What the loop is to wait for.
  public var pollDescriptors: [PolledDescriptor] { link.pollDescriptors }
  /// When `process` is to be called although nothing has happened.
  public var deadline: MonotonicTime? { link.deadline }

  /// Takes in what has arrived and answers it. Never waits.
  ///
  /// - Parameters:
  ///   - state: the player as it is now.
  ///   - perform: does what is asked for, at once.
  public func process(state: @escaping () -> MPRISState, perform: @escaping (MPRISCall) -> MPRISAnswer) {
    player = Player(state: state, perform: perform)
    defer { player = nil }
    link.process(at: .now, opened: introduce, before: { self.state = nil })
    self.state = nil
  }

  /// Tells the bus what has changed since the last time.
  public func show(_ state: MPRISState) {
    guard let told else {
      self.told = state
      return
    }
    guard state != told, isConnected, let bus = link.bus, bus.unsent < Self.unsentLimit else { return }
    self.told = state
    // What sd-bus reads while it tells.
    self.state = state
    defer { self.state = nil }
    announce(state.changes(since: told), on: bus)
    if state.jumps != told.jumps { announce(position: state.position(at: .now), on: bus) }
  }

  /// Leaves the bus; the last call.
  public func stop() { link.end() }

  /// The connection, while there is one.
  var bus: OpenBus? { link.bus }

  /// Puts the player on a new connection. Its callers are others than before, whatever they are called.
  private func introduce(to bus: OpenBus) {
    callers = Callers()
    told = player?.state() ?? told
    var sd = bus.sd
    guard cans_mpris_add(&sd, bus.pointer, owner) >= 0 else { return }
    request("org.mpris.MediaPlayer2.\(application.name)", on: bus, answered: nameAnswered)
  }

  /// Asks for a name on the bus.
  func request(_ name: String, on bus: OpenBus, answered: sd_bus_message_handler_t?) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = bus.sd.sd_bus_request_name_async(bus.pointer, nil, name, 0, answered, context)
  }
}

/// The bus has said whether the name is ours. If another player has it already, this one takes a name of its own.
private func nameAnswered(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  let service = Unmanaged<MPRISService>.fromOpaque(context!).takeUnretainedValue()
  guard let bus = service.bus, let message else { return 0 }
  let isTakenByAnother: UInt32 = 3
  var answer: UInt32 = 0
  guard bus.sd.sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &answer) > 0, answer == isTakenByAnother
  else { return 0 }
  service.request(
    "org.mpris.MediaPlayer2.\(service.application.name).instance\(getpid())", on: bus, answered: nameTaken)
  return 0
}

/// Nobody else asks for a name with this process's number.
private func nameTaken(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 { 0 }
