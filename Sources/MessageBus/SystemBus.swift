public import LinuxSystem
public import PlayerCore

/// What the machine's bus tells a player: Bluetooth devices (BlueZ), and sleep (login1). It decides nothing. Without a
/// bus, or without these services, it knows nothing and waits for nobody. For the thread of a loop.
public final class SystemBus {
  private let link: BusLink
  private let bluez = BlueZMonitor()
  private let login = LoginMonitor()

  /// Connects to the bus at `address` (nil: the system's), at `start` at the earliest.
  public init(address: String? = nil, from start: MonotonicTime) {
    link = BusLink(address: address.map(BusAddress.at) ?? .system, from: start)
  }

  deinit { link.end() }

  /// What the loop is to wait for.
  public var pollDescriptors: [PolledDescriptor] { link.pollDescriptors }
  /// When `process` is to be called although nothing has happened.
  public var deadline: MonotonicTime? { link.deadline }
  /// Bluetooth devices that sound can go to, or could until a moment ago.
  public var bluetooth: [BluetoothFacts] { bluez.facts }

  /// Takes in what has arrived. Never waits.
  ///
  /// - Returns: whether there is other news of Bluetooth than before.
  public func process() -> Bool {
    let old = bluez.facts
    link.process(
      at: .now,
      opened: { bus in
        bluez.begin(on: bus)
        login.begin(on: bus)
      },
      closed: {
        bluez.end()
        login.end()
      })
    return bluez.facts != old
  }

  /// What has happened since the last call, in its order: sleep and its end.
  public func takeEvents() -> [Event] { login.takeEvents() }

  /// From now on the machine's sleep waits for `allowSleep`, if login1 lets it.
  public func delaySleep() { login.delaySleep() }

  /// The machine may sleep.
  public func allowSleep() { login.allowSleep() }

  /// Leaves the bus, and lets the machine sleep; the last call.
  public func stop() {
    link.end()
    bluez.end()
    login.end()
    login.allowSleep()
  }
}
