import LinuxSystem
import PlayerCore

@testable import InputDevices

/// Input devices made up by a test, which come, go, and may be forbidden.
final class FakeInputSystem: InputSystem {
  struct Node {
    var facts: InputDeviceFacts?
    var isReadable = true
    var openFailure: SystemCallError?
    /// The switches that are on when it is opened.
    var areOn: Set<UInt16> = []
  }

  var nodes: [String: Node] = [:]
  /// What `changes` tells next.
  var told: Set<String>? = []
  /// Called with the name of what is looked at.
  var onLook: (String) -> Void = { _ in }
  private(set) var readers: [String: FakeInputReader] = [:]
  /// What was looked at, and what was opened with which keys and switches, in order.
  private(set) var lookedAt: [String] = []
  private(set) var opened: [(name: String, keys: Set<UInt16>, switches: Set<UInt16>)] = []

  var descriptors: [Int32] { [1_000] }

  func changes() -> Set<String>? {
    defer { told = [] }
    return told
  }

  func names() -> Set<String> { Set(nodes.keys) }
  func isReadable(_ name: String) -> Bool { nodes[name]?.isReadable == true }

  func facts(of name: String) -> InputDeviceFacts? {
    lookedAt.append(name)
    onLook(name)
    return nodes[name]?.facts
  }

  func open(_ name: String, keys: Set<UInt16>, switches: Set<UInt16>) throws(SystemCallError) -> any InputReader {
    if let failure = nodes[name]?.openFailure { throw failure }
    opened.append((name, keys, switches))
    let reader = FakeInputReader(descriptor: Int32(opened.count))
    let areOn = nodes[name]?.areOn ?? []
    reader.switches = Dictionary(uniqueKeysWithValues: switches.map { ($0, areOn.contains($0)) })
    readers[name] = reader
    return reader
  }
}

/// An open device whose keys and switches a test works.
final class FakeInputReader: InputReader {
  let descriptor: Int32
  var pending: [KeyReading] = []
  var switches: [UInt16: Bool] = [:]
  /// What it reads of switches next.
  var flipped: [UInt16: Bool] = [:]
  var isGone = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  func read() -> [KeyReading]? {
    defer { pending = [] }
    switches.merge(flipped) { $1 }
    flipped = [:]
    return isGone ? nil : pending
  }
}
