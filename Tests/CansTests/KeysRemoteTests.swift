import AudioDevices
import InputDevices
import LinuxSystem
import PlayerCore
import Testing

@testable import cans

/// Looking for input devices must not delay the first picture.
@MainActor
struct KeysRemoteTests {
  private let desk = CommandDesk(session: Session(state: PlayerState()) { _, _ in }, hardware: SimulatedHardware())

  @Test func `devices are looked for a moment after the first picture`() throws {
    let remote = KeysRemote(.headsets)
    defer { remote.stop() }
    remote.process(desk)
    #expect(remote.deadline == nil && remote.pollDescriptors.isEmpty, "nothing is shown yet")
    let shown = MonotonicTime.now
    remote.show(desk.snapshot)
    let due = try #require(remote.deadline)
    #expect(due - shown >= .milliseconds(100))
    remote.show(desk.snapshot)
    #expect(remote.deadline == due, "once")
    // What the loop does until then.
    while MonotonicTime.now < due {
      #expect(remote.pollDescriptors.isEmpty)
      _ = try waitForEvents([], until: due)
    }
    remote.process(desk)
    #expect(remote.deadline == nil && remote.pollDescriptors.count == 1)
  }

  @Test func `without media keys nothing is ever looked for`() {
    let remote = KeysRemote(.off)
    remote.show(desk.snapshot)
    remote.process(desk)
    #expect(remote.deadline == nil && remote.pollDescriptors.isEmpty)
    remote.stop()
  }
}
