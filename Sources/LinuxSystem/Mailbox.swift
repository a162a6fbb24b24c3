/// Messages from other threads to the one that owns a loop: a guarded array and an eventfd. Any thread may post; one
/// takes. Not for the output thread, which may neither lock nor allocate.
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Guarded<[Message]>([])
  private let event = EventDescriptor()

  /// An empty mailbox.
  public init() {}

  /// Readable while there is mail.
  public var descriptor: Int32 { event.descriptor }

  /// Adds a message and wakes the owner.
  public func post(_ message: Message) {
    // Under the lock, so that the descriptor is readable whenever there is mail, and never otherwise: an empty mailbox
    // is looked into without a system call.
    messages.withLock {
      $0.append(message)
      if $0.count == 1 { event.signal() }
    }
  }

  /// Takes everything there is, oldest first.
  public func takeAll() -> [Message] {
    messages.withLock { all in
      guard !all.isEmpty else { return [] }
      event.clear()
      let taken = all
      all.removeAll(keepingCapacity: true)
      return taken
    }
  }
}

/// A mailbox of one: only the newest message is kept. A slow reader misses old ones and delays nobody.
public final class LatestValue<Value: Sendable>: Sendable {
  private let value = Guarded<Value?>(nil)
  private let event = EventDescriptor()

  /// An empty mailbox.
  public init() {}

  /// Readable while there is a value that was not taken.
  public var descriptor: Int32 { event.descriptor }

  /// Replaces what is there and wakes the reader.
  public func put(_ new: Value) {
    value.withLock {
      if $0 == nil { event.signal() }
      $0 = new
    }
  }

  /// Takes the newest value; nil if it was taken before.
  public func take() -> Value? {
    value.withLock { held in
      guard let taken = held else { return nil }
      event.clear()
      held = nil
      return taken
    }
  }
}
