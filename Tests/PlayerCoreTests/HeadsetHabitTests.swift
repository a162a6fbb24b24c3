import PlayerCore
import Testing

/// A Bluetooth headset whose button only says PLAY is learnt, and no other is taken for one (R27).
@Suite struct HeadsetHabitTests {
  @Test func `R27: a headset that only ever says PLAY is learnt by its second PLAY in the music`() {
    var harness = Self.listening()
    harness.perform("d0 u50", .play, on: .buds)
    #expect(harness.state.wish.goal == .play, "R24: not known yet")
    harness.advance(.seconds(2))
    harness.perform("d0 u50", .play, on: .buds)
    #expect(harness.state.wish == Wish(.pause, because: .headset))
    harness.advance(.seconds(2))
    harness.perform("d0 u50", .play, on: .buds)
    #expect(harness.state.wish == Wish(.play, because: .headset))
    harness.advance(.seconds(2))
    harness.perform("d0 u50", .play, on: .buds)
    #expect(harness.state.wish == Wish(.pause, because: .headset))
    // Connected again it is the same headset, though the kernel's device is another.
    harness.send(.pressDevicesChanged([]))
    harness.send(.pressDevicesChanged([PressDevice(id: 7, kind: .avrcp, name: PressDevice.buds.name)]))
    harness.command(.play)
    harness.advance(.seconds(6))
    harness.perform("d0 u50", .play, on: PressDevice(id: 7, kind: .avrcp, name: PressDevice.buds.name))
    #expect(harness.state.wish == Wish(.pause, because: .headset))
  }

  @Test(arguments: [PressKey.pause, .playPause])
  func `R27: a headset that has a word for pause is taken at its word`(word: PressKey) {
    for isFirst in [true, false] {
      var harness = Self.listening()
      if isFirst { harness.perform("d0 u50", word, on: .buds) }
      harness.advance(.seconds(1))
      harness.command(.play)
      harness.advance(.seconds(2))
      for _ in 0..<2 {
        harness.perform("d0 u50", .play, on: .buds)
        harness.advance(.seconds(2))
      }
      if !isFirst {
        #expect(harness.state.wish.goal == .pause)
        harness.perform("d0 u50", word, on: .buds)
        harness.command(.play)
        harness.advance(.seconds(2))
        harness.perform("d0 u50", .play, on: .buds)
      }
      #expect(harness.state.wish.goal == .play)
    }
  }

  @Test func `R27: PLAY that greets, repeats itself or came with the music teaches nothing`() {
    var harness = Self.listening()
    for _ in 0..<5 { harness.perform("d0 u20 d100 u120", .play, on: .buds) }
    #expect(harness.state.wish.goal == .play, "said over and over, it is one press")
    var greeted = LossRuleTests.onHeadphones()
    greeted.send(.pressDevicesChanged([.buds]))
    for _ in 0..<4 { greeted.perform("d1000 u1050", .play, on: .buds) }
    #expect(greeted.state.wish.goal == .play, "just connected")
    var started = Self.listening()
    for _ in 0..<4 {
      started.command(.pause)
      started.advance(.seconds(2))
      started.command(.play)
      started.perform("d500 u550", .play, on: .buds)
      #expect(started.state.wish.goal == .play, "it asks for what has just begun")
    }
  }

  @Test func `R27: a keyboard's play key pauses nothing, however often`() {
    var harness = Self.listening()
    for _ in 0..<4 { harness.perform("d2000 u2050", .play, on: .keyboard) }
    #expect(harness.state.wish.goal == .play)
  }

  /// Playing for a while, with a Bluetooth headset that has been there as long.
  private static func listening() -> CoreHarness {
    var harness = LossRuleTests.onHeadphones()
    harness.command(.changeRepeatMode(.all))
    harness.send(.pressDevicesChanged([.buds]))
    harness.advance(.seconds(6))
    return harness
  }
}
