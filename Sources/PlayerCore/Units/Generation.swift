/// Numbers what the core asks of the engine. Each order that starts or silences sound carries a higher one, the engine
/// stamps its reports with it, and a report of an older generation is dropped: late answers are harmless.
public struct Generation: Hashable, Comparable, Sendable {
  /// The number itself.
  public let number: UInt32

  /// Generation `number`; zero is the state before the first order.
  public init(_ number: UInt32) { self.number = number }

  /// The generation after this one.
  public var next: Generation { Generation(number + 1) }

  /// The older first.
  public static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}
