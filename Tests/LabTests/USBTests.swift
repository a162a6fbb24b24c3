import TestSupport
import Testing

extension SoundLabTests {
  /// What cans promises about a USB card that it plays to itself, without a server.
  @Suite(.timeLimit(.minutes(19)))
  struct USBTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `a pulled USB card that is plugged again goes on where it was last heard (R1, R3)`() throws {
      defer { _ = try? lab.run(["labctl", "usb", "unplug"]) }
      let sweep = Sweep()
      let track = try sweep.track(in: lab)
      // The loopback card is there first, so that it has the number by which other tests know it.
      try lab.run(["sh", "-c", "modprobe snd-aloop && labctl usb plug"])
      let listener = try Listener(lab, card: .usb, tracks: [track])
      let steps = try listener.perform([
        "wait:3000", "usb:unplug", "wait:2000", "usb:plug", "await:RUNNING", "wait:2000",
      ])
      // The other card is no place to go to.
      let elsewhere = try listener.finish()
      #expect(elsewhere.firstSound(from: steps[0].time - 3) == nil)
      let returned = try CardReturned(lab, of: sweep)
      print("the USB card itself: heard until \(returned.heard) s, then from \(returned.resumed) s on")
      // The kernel has counted what the card had not played yet by a few packets.
      #expect(returned.goesOn(repeating: 0.1), "\(returned)")
    }
  }
}
