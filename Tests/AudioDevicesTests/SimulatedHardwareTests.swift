import AudioDevices
import PlayerCore
import Testing

@MainActor
struct SimulatedHardwareTests {
  /// What is plugged, in a word each.
  private func state(_ facts: Facts) -> String {
    var words = facts.cards.flatMap(\.jacks).filter { $0.plugged == true }.map(\.name)
    words += facts.cards.dropFirst().map(\.name) + facts.bluetooth.map(\.name)
    switch facts.output {
    case .card(let index): words.append("to card \(index.number)")
    case .bluetooth(let address): words.append("to \(address)")
    case .unnamed, .none?, nil: words.append("to nothing")
    }
    return words.joined(separator: ", ")
  }

  @Test(
    arguments: [
      ([], "to card 0"),
      ([.headphones], "Headphone Jack, to card 0"),
      ([.headphones, .headphones], "to card 0"),
      ([.headset], "Headphone Jack, Headset Mic Jack, to card 0"),
      ([.headset, .headset], "to card 0"),
      ([.headset, .headphones], "Headphone Jack, to card 0"),
      ([.usbHeadset], "Simulated USB Headset, to card 1"),
      ([.usbHeadset, .usbHeadset], "to card 0"),
      ([.bluetoothHeadset], "Simulated Bluetooth Headset, to 00:00:5E:00:53:01"),
      (
        [.usbHeadset, .bluetoothHeadset],
        "Simulated USB Headset, Simulated Bluetooth Headset, to 00:00:5E:00:53:01"
      ),
      ([.usbHeadset, .bluetoothHeadset, .bluetoothHeadset], "Simulated USB Headset, to card 1"),
      ([.headphones, .usbHeadset, .usbHeadset], "Headphone Jack, to card 0"),
    ] as [([SimulatedChange], String)])
  func `each change is a switch`(changes: [SimulatedChange], expected: String) {
    let hardware = SimulatedHardware(clock: ManualClock())
    for change in changes {
      hardware.apply(change)
      #expect(hardware.process())
    }
    #expect(state(hardware.facts) == expected)
    #expect(!hardware.process())
  }

  @Test func `facts change in process and not before`() {
    let hardware = SimulatedHardware(clock: ManualClock())
    let before = hardware.facts
    hardware.apply(.headphones)
    #expect(hardware.facts == before)
    #expect(hardware.process())
    #expect(hardware.facts != before)
  }

  @Test func `a phantom jack senses nothing`() {
    let jacks = SimulatedHardware(clock: ManualClock()).facts.cards[0].jacks
    #expect(jacks.first { $0.name == "Speaker Phantom Jack" }?.plugged == .some(nil))
  }

  @Test(arguments: [false, true], 1...20)
  func `a chattering contact makes 8 to 12 edges, 10 to 40 ms apart, and ends as it was`(
    isPlugged: Bool, seed: Int
  ) throws {
    let clock = ManualClock()
    let hardware = SimulatedHardware(clock: clock, seed: UInt64(seed))
    if isPlugged {
      hardware.apply(.headphones)
      _ = hardware.process()
    }
    let before = hardware.facts
    hardware.apply(.chatter)
    var edges = 0
    var last: MonotonicTime?
    while let deadline = hardware.deadline {
      clock.advance(by: max(deadline - clock.now, .zero))
      #expect(hardware.process())
      edges += 1
      if let last { #expect((Duration.milliseconds(10)...(.milliseconds(40))).contains(clock.now - last)) }
      last = clock.now
    }
    #expect((8...12).contains(edges))
    #expect(hardware.facts == before)
  }

  @Test func `the same seed chatters in the same way`() {
    let runs = (0..<2).map { _ in
      let clock = ManualClock()
      let hardware = SimulatedHardware(clock: clock, seed: 7)
      hardware.apply(.chatter)
      var deadlines: [MonotonicTime] = []
      while let deadline = hardware.deadline {
        deadlines.append(deadline)
        clock.advance(by: max(deadline - clock.now, .zero))
        _ = hardware.process()
      }
      return deadlines
    }
    #expect(runs[0] == runs[1])
  }

  @Test func `pulling the plug ends the chatter`() {
    let hardware = SimulatedHardware(clock: ManualClock())
    hardware.apply(.headphones)
    _ = hardware.process()
    hardware.apply(.chatter)
    _ = hardware.process()
    hardware.apply(.headphones)
    _ = hardware.process()
    #expect(hardware.deadline == nil)
    #expect(state(hardware.facts) == "to card 0")
  }
}
