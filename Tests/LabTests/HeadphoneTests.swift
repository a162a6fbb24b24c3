import TestSupport
import Testing

/// What cans promises about sound and headphones, heard on (emulated) hardware. Needs the sound lab and a release build.
@Suite(
  .serialized, .enabled(if: SoundLab.isNamed, "CANS_LAB does not name a sound lab"), .inSoundLab,
  .timeLimit(.minutes(19)))
struct HeadphoneTests {
  let lab: SoundLab

  init() throws { lab = try #require(InSoundLab.lab) }

  @Test func `two gapless tracks come out sample for sample`() throws {
    let signal = TestSignal(seconds: 6)
    let listener = try Listener(
      lab, card: .hda, tracks: try lab.tracks(of: signal, splitAt: 3 * TestSignal.rate + 1_234))
    _ = try listener.perform("wait:7000")
    let recording = try listener.finish()
    let passage = try recording.passage(of: signal, in: recording.frames.indices)
    #expect(passage.position == 0)
    // The HDA recorder loses up to 30 ms of a stream when it stops.
    #expect(passage.end >= signal.frames.count - TestSignal.rate * 3 / 100)
  }

  @Test(arguments: Listener.Card.allCases)
  func `pulled headphones silence the card itself and plugged ones go on with the next frame`(card: Listener.Card)
    throws
  {
    let signal = TestSignal(seconds: 20)
    let listener = try Listener(lab, card: card, tracks: try lab.tracks(of: signal))
    let steps = try listener.perform(Self.pullAndPlug)
    let pulled = try Pulled(try listener.finish(), of: signal, steps)
    pulled.print("the \(card) card itself")
    pulled.expectSilence(on: card)
    pulled.expectContinuation(on: card, mixed: false)
    // The kernel counts the frames it took from the same first one on, and keeps the count until the PCM starts anew.
    let status = try #require(steps.first { $0.name == "status" })
    if status.pointer >= 0 { #expect(status.pointer == pulled.resumed) }
  }

  @Test(arguments: Listener.Card.allCases)
  func `pulled headphones silence the default device`(card: Listener.Card) throws {
    let signal = TestSignal(seconds: 20)
    let listener = try Listener(lab, card: card, device: "default", tracks: try lab.tracks(of: signal))
    let steps = try listener.perform(Self.pullAndPlug)
    let pulled = try Pulled(try listener.finish(), of: signal, steps)
    pulled.print("default on the \(card) card")
    pulled.expectSilence(on: card)
    pulled.expectContinuation(on: card, mixed: true)
  }

  @Test(arguments: Listener.Card.allCases)
  func `pulled headphones silence the default device while another program plays on it`(card: Listener.Card) throws {
    let signal = TestSignal(seconds: 20, on: .leftOnly)
    let listener = try Listener(lab, card: card, device: "default", tracks: try lab.tracks(of: signal))
    let other = TestSignal(seconds: 20, on: .rightOnly)
    try other.writeWAV(to: lab.folder + "/other.wav")
    let aplay = try lab.start(["aplay", "-q", "-D", "default", lab.folder + "/other.wav"])
    let steps = try listener.perform(Self.pullAndPlug)
    let recording = try listener.finish()
    aplay.terminate()
    let silent = recording.index(at: steps[1].time)..<recording.index(at: steps.last!.time)
    #expect(recording.frames[silent].allSatisfy { $0.y != 0 }, "the other program is heard all the time")
    let pulled = try Pulled(recording.leftOnly, of: signal, steps)
    pulled.print("default on the \(card) card, with another program")
    pulled.expectSilence(on: card)
    pulled.expectContinuation(on: card, mixed: true)
  }

  @Test(arguments: Listener.Card.allCases)
  func `pulled headphones are silent as soon while the terminal is stopped`(card: Listener.Card) throws {
    let signal = TestSignal(seconds: 30)
    let listener = try Listener(lab, card: card, tracks: try lab.tracks(of: signal))
    let terminal = try listener.player()
    let steps = try listener.perform(
      ["wait:2600", "stop-terminal:\(terminal)", "wait:10000"] + Self.pullAndPlug + ["continue-terminal:\(terminal)"])
    let pulled = try Pulled(try listener.finish(), of: signal, steps)
    pulled.print("the \(card) card itself, terminal stopped")
    pulled.expectSilence(on: card)
    pulled.expectContinuation(on: card, mixed: false)
  }

  /// Time enough to play, for the loss to be confirmed and the plug to be believed (R9, R10), and to fade in (R3).
  private static let pullAndPlug = ["wait:2600", "unplug", "wait:250", "status", "wait:1000", "plug", "wait:2500"]
}

extension SoundLab {
  /// Writes `signal` as one FLAC file, or as two that follow each other without a gap, and returns their paths.
  func tracks(of signal: TestSignal, splitAt split: Int? = nil) throws -> [String] {
    let paths = ["\(folder)/one.flac", "\(folder)/two.flac"]
    try signal.writeFLAC(0..<(split ?? signal.frames.count), to: paths[0])
    guard let split else { return [paths[0]] }
    try signal.writeFLAC(split..<signal.frames.count, to: paths[1])
    return paths
  }
}
