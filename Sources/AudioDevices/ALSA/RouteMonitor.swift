public import LinuxSystem
public import PlayerCore

/// Follows every sound card's jacks and speaker switches, and cards that come and go. It publishes facts and judges
/// nothing. Main thread only; nothing here blocks, sleeps or needs udev.
@MainActor
public final class RouteMonitor: HardwareMonitor {
  private var folder: DeviceFolder
  private var watches: [Int: CardWatch] = [:]
  /// Cards whose node is there but cannot be opened yet: how often that was tried.
  private var pending: [Int: Int] = [:]
  /// When to try the pending ones again; nil: when their node changes.
  public private(set) var deadline: MonotonicTime?

  /// Opens the control device of every card. Running out of descriptors throws; cards that cannot be opened do not.
  public init() throws(SystemCallError) {
    folder = try DeviceFolder()
    _ = look()
  }

  /// The cards that could be opened, in order of their numbers.
  public var cards: [CardFacts] { watches.values.map(\.facts).sorted { $0.index < $1.index } }

  /// The cards; where our stream goes is not known here.
  public var facts: Facts { Facts(cards: cards) }

  /// The control devices and the folder of nodes.
  public private(set) var pollDescriptors: [PolledDescriptor] = []

  /// Takes in what the controls and the folder report. An event of a jack costs one read of that jack.
  public func process() -> Bool {
    // Controls first: an edge of a jack must not wait for anything else.
    var isChanged = false
    var hasLost = false
    for (number, watch) in watches {
      do {
        if try watch.process() { isChanged = true }
      } catch {
        // Whatever a control that was open answers, nothing more will come from it. Its
        // number may be used again at once.
        watches[number] = nil
        hasLost = true
      }
    }
    let changes = folder.changes()
    if changes.streams {
      for watch in watches.values where watch.findCapture() { isChanged = true }
    }
    let isDue = deadline.map { $0 <= .now } ?? false
    if changes.controls { pending = [:] }
    if changes.controls || isDue || hasLost, look() { isChanged = true }
    return isChanged || hasLost
  }

  /// Compares the nodes with what is open. Returns whether a card came or went.
  private func look() -> Bool {
    defer {
      pollDescriptors = [PolledDescriptor(readable: folder.descriptor)] + watches.values.map(\.polled)
    }
    deadline = nil
    let numbers = folder.cards()
    var isChanged = false
    for number in watches.keys where !numbers.contains(number) {
      watches[number] = nil
      isChanged = true
    }
    pending = pending.filter { numbers.contains($0.key) }
    for number in numbers where watches[number] == nil {
      do throws(ALSAError) {
        watches[number] = try CardWatch(CardIndex(number), besides: Set(watches.values.map(\.facts.stableID)))
        pending[number] = nil
        isChanged = true
      } catch {
        pending[number, default: 0] += 1
      }
    }
    // Nodes get their permissions some milliseconds after they appear, and a starting card may answer late. After two
    // seconds only a change of the node helps.
    let next = pending.values.filter { $0 <= retryDelays.count }.min()
    if let next { deadline = .now + .milliseconds(retryDelays[next - 1]) }
    return isChanged
  }
}

/// Milliseconds before an attempt to open a control device is repeated.
private let retryDelays = [10, 20, 50, 100, 200, 400, 1_200]
