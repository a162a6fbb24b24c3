import LinuxSystem
import PlayerCore

@testable import InputDevices

/// Input devices made up by a test, which come, go, and may be forbidden.
final class FakeInputSystem: InputSystem {
  struct Node {
    var facts: InputDeviceFacts?
    var isReadable = true
    var openFailure: SystemCallError?
  }

  var nodes: [String: Node] = [:]
  /// What `changes` tells next.
  var told: Set<String>? = []
  private(set) var readers: [String: FakeKeyReader] = [:]
  /// What was looked at, and what was opened with which keys, in order.
  private(set) var lookedAt: [String] = []
  private(set) var opened: [(name: String, keys: Set<UInt16>)] = []

  var descriptors: [Int32] { [1_000] }

  func changes() -> Set<String>? {
    defer { told = [] }
    return told
  }

  func names() -> Set<String> { Set(nodes.keys) }
  func isReadable(_ name: String) -> Bool { nodes[name]?.isReadable == true }

  func facts(of name: String) -> InputDeviceFacts? {
    lookedAt.append(name)
    return nodes[name]?.facts
  }

  func open(_ name: String, keys: Set<UInt16>) throws(SystemCallError) -> any KeyReader {
    if let failure = nodes[name]?.openFailure { throw failure }
    opened.append((name, keys))
    let reader = FakeKeyReader(descriptor: Int32(opened.count))
    readers[name] = reader
    return reader
  }
}

/// An open device whose keys a test presses.
final class FakeKeyReader: KeyReader {
  let descriptor: Int32
  var pending: [KeyReading] = []
  var isGone = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  func read() -> [KeyReading]? {
    defer { pending = [] }
    return isGone ? nil : pending
  }
}
