/// A microphone of a headset that has arrived or left (R30).
public struct MicrophoneChange: Equatable, Sendable {
  /// Which one, as it is now, or was last.
  public var microphone: Microphone
  /// Whether it is there from now on.
  public var isThere: Bool

  /// A change.
  public init(_ microphone: Microphone, isThere: Bool) {
    self.microphone = microphone
    self.isThere = isThere
  }

  /// For people.
  public var text: String { "microphone \(isThere ? "is there" : "has gone"): \(microphone.name)" }
}

/// Which microphones there are, once they have come to rest: a contact chatters on its way in and out (R9), and sources
/// do not see the same thing at the same time.
struct MicrophoneWatch: Equatable, Sendable {
  private struct Pending: Equatable, Sendable {
    var microphones: [Microphone]
    var settlesAt: MonotonicTime
  }

  /// What was told last.
  private(set) var settled: [Microphone] = []
  private var pending: Pending?
  private var startedAt: MonotonicTime?

  /// When time alone will settle something; nil: never.
  var deadline: MonotonicTime? { pending?.settlesAt }

  /// Takes in what there is now.
  mutating func observe(_ microphones: [Microphone], at now: MonotonicTime, under settings: SessionSettings) {
    if startedAt == nil {
      // R10: the first state is a state and no event.
      if !microphones.isEmpty { (startedAt, settled) = (now, microphones) }
    } else if microphones == settled {
      pending = nil
    } else if microphones != pending?.microphones {
      pending = Pending(microphones: microphones, settlesAt: now + settings.gainSettles)
    }
  }

  /// Settles what its time has come for; returns what is to be told of it: not what is found in the time after the
  /// start, in which sources report for the first time (R10).
  mutating func settle(at now: MonotonicTime, under settings: SessionSettings) -> [MicrophoneChange] {
    guard let pending, now >= pending.settlesAt else { return [] }
    let before = settled.filter { $0.isOfHeadset && $0.isThere }
    settled = pending.microphones
    self.pending = nil
    if let startedAt, pending.settlesAt < startedAt + settings.startSettles { return [] }
    let after = settled.filter { $0.isOfHeadset && $0.isThere }
    func lacks(_ list: [Microphone], _ one: Microphone) -> Bool { !list.contains { $0.id == one.id } }
    return before.filter { lacks(after, $0) }.map { MicrophoneChange($0, isThere: false) }
      + after.filter { lacks(before, $0) }.map { MicrophoneChange($0, isThere: true) }
  }
}
