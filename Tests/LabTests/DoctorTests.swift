import Foundation
import TestSupport
import Testing

extension SoundLabTests {
  /// What cans finds out about a machine with a sound card, and about itself there.
  @Suite(.timeLimit(.minutes(10)))
  struct DoctorTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    private func object(_ child: ChildProcess) throws -> [String: Any] {
      #expect(child.exitStatus(within: .seconds(120)) != nil)
      _ = child.wait(atMost: .zero) { _ in true }
      let object = try JSONSerialization.jsonObject(with: Data(child.output.utf8)) as? [String: Any]
      return try #require(object, "\(child.output)\(child.errors)")
    }

    @Test func `the doctor sees the card, its jacks, and where the device goes`() throws {
      let lines = try #require(
        try object(try Listener.doctor(lab, card: .hda, "--json"))["lines"] as? [[String: Any]])
      func text(_ id: String) -> String {
        let line = lines.first { $0["id"] as? String == id }
        return "\(line?["verdict"] as? String ?? "-"): \(line?["text"] as? String ?? "-")"
      }
      #expect(text("cards").hasPrefix("ok: HDA Intel"), "\(text("cards"))")
      #expect(text("jacks").contains("plugs are noticed at Headphone Jack (plugged)"), "\(text("jacks"))")
      #expect(text("output").hasPrefix("ok: hw:0,0 goes to HDA Intel"), "\(text("output"))")
      #expect(text("sound-devices") == "ok: all of /dev/snd may be used")
    }

    @Test func `the leak test's tone is silent when the headphones are pulled, by the card's own word`() throws {
      let test = try Listener.doctor(lab, card: .hda, "--leak", "--json")
      #expect(
        test.wait(atMost: .seconds(120)) { $0.errors.contains("pull the headphones now") }, "\(test.errors)")
      try lab.run(["labctl", "jack", "headphone", "unplug"])
      let figures = try object(test)
      #expect(figures["ok"] as? Bool == true && figures["simulated"] as? Bool == false, "\(figures)")
      #expect(figures["device"] as? String == "hw:0,0")
      let streams = try #require(figures["streams"] as? [[String: Any]])
      #expect(streams.count == 1 && streams[0]["advances"] as? Bool == false, "\(streams)")
      #expect(["SETUP", "PREPARED"].contains(streams.first?["state"] as? String), "\(streams)")
      #expect(figures["framesAfterSilence"] as? Int == 0)
      // The emulated processor is some twenty times slower than a real one.
      let milliseconds = try #require(figures["milliseconds"] as? Double)
      #expect(milliseconds < 500)
      let heard = try #require(figures["framesHeard"] as? Int)
      // A card moves by its own steps, which are 11 ms on this one.
      #expect(Double(heard) / 48 < milliseconds + 25, "\(figures)")
      print("leak test on the HDA card: \(figures)")
    }

    @Test func `without headphones nothing is played, and half a minute is waited for them`() throws {
      let test = try Listener.doctor(lab, card: .hda, plugged: false, "--leak")
      #expect(test.wait(atMost: .seconds(60)) { $0.errors.contains("plug headphones in: ") }, "\(test.errors)")
      #expect(try lab.run(["cat", Listener.Card.hda.status]).hasPrefix("closed"))
      #expect(test.exitStatus(within: .seconds(120)) == 1)
      _ = test.wait(atMost: .zero) { _ in true }
      #expect(test.errors.contains("no headphones were plugged in within 30 seconds") && test.output == "")
    }
  }
}
