import AudioDevices
import InputDevices
import LinuxSystem
import PlayerCore
import Testing

@testable import cans

/// Looking for input devices must not delay the first picture.
@MainActor
struct InputSourceTests {
  private let state = PlayerState()

  @Test(arguments: [(.headsets, false), (.off, true)] as [(MediaKeys, Bool)])
  func `devices are looked for a moment after the first picture`(keys: MediaKeys, switches: Bool) throws {
    let source = InputSource(keys: keys, switches: switches)
    defer { source.stop() }
    #expect(!source.process() && source.deadline == nil && source.pollDescriptors.isEmpty, "nothing is shown yet")
    let shown = MonotonicTime.now
    source.follow(state)
    let due = try #require(source.deadline)
    #expect(due - shown >= .milliseconds(100))
    source.follow(state)
    #expect(source.deadline == due, "once")
    // What the loop does until then.
    while MonotonicTime.now < due {
      #expect(source.pollDescriptors.isEmpty)
      _ = try waitForEvents([], until: due)
    }
    _ = source.process()
    #expect(source.deadline == nil && source.pollDescriptors.count == 2)
  }

  @Test func `with neither keys nor switches nothing is ever looked for`() {
    let source = InputSource(keys: .off, switches: false)
    source.follow(state)
    #expect(!source.process() && source.deadline == nil && source.pollDescriptors.isEmpty)
    source.stop()
  }
}
