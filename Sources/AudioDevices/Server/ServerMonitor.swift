internal import Glibc
public import LinuxSystem
public import PlayerCore

/// Follows a sound server – PulseAudio, or PipeWire in its place –: its sinks and their ports, the default one, and
/// what plays where. It publishes facts and judges nothing. Main thread only; nothing here waits for the server, which
/// may be stopped: libpulse has a thread of its own.
@MainActor
public final class ServerMonitor {
  /// What is true now; nil: there is no server, or nobody is connected to it.
  public private(set) var facts: ServerFacts?
  /// Whether it is known that there is a server, or that there is none. One that hangs leaves this open.
  public private(set) var hasAnswer = false

  private let news = LatestValue<ServerFacts?>()
  private let orders = Mailbox<ServerOrder>()

  /// Starts to connect to the server at `address`, as PULSE_SERVER names it; nil: the user's. A server that is not
  /// there is not started, but tried again, ever more rarely. Without libpulse there is none. The streams of `process`
  /// are ours; nil: those of this one.
  public init(address: String? = nil, process: Int32? = nil) {
    let (news, orders) = (news, orders)
    // The thread keeps what it needs; nobody waits for it.
    _ = Thread(name: "pulse", stackSize: 256 * 1024) {
      guard let pulse = PulseLibrary.functions else { return news.put(nil) }
      ServerWatch(pulse, at: address, process: process ?? getpid(), orders: orders) { news.put($0) }.run()
    }
  }

  deinit { orders.post(.stop) }

  /// The descriptor to poll.
  public var pollDescriptors: [PolledDescriptor] { [PolledDescriptor(readable: news.descriptor)] }

  /// Takes in the newest facts. Call it when the descriptor is readable.
  ///
  /// - Returns: whether `facts` has changed.
  public func process() -> Bool {
    guard let newest = news.take() else { return false }
    hasAnswer = true
    guard newest != facts else { return false }
    facts = newest
    return true
  }

  /// Has the server forget what it still has of our stream, where stopping it does not: PulseAudio plays on, from
  /// the next sink, what it had rendered for a sink that has gone. The stream ends with that; the PCM makes
  /// another one when it is prepared.
  public func discardStream() { orders.post(.discardStream) }

  /// Has our stream play to the sink called `sink`. Nothing happens where we have no stream, or there is no such sink.
  public func moveStream(toSink sink: String) { orders.post(.moveStream(toSink: sink)) }

  /// Makes the port called `port` the active one of the sink called `sink`, if both are there.
  public func activatePort(_ port: String, ofSink sink: String) { orders.post(.activatePort(port, ofSink: sink)) }

  /// Ends the connection, as soon as the thread is free.
  public func stop() { orders.post(.stop) }
}

/// What the thread of the server is to do.
enum ServerOrder: Sendable {
  case discardStream
  case moveStream(toSink: String)
  case activatePort(String, ofSink: String)
  case stop
}
