import PlayerCore
import Testing

@testable import TerminalUI

@Suite struct KeyTests {
  @Test(
    arguments: [
      (" ", .togglePlayPause), ("c", .togglePlayPause), (.enter, .playEntry(QueueEntryID(1))),
      ("n", .nextTrack), (">", .nextTrack), ("b", .previousTrack), ("<", .previousTrack), ("v", .stop),
      (.left, .skip(.seconds(-5))), (.right, .skip(.seconds(5))), (",", .skip(.seconds(-60))),
      (".", .skip(.seconds(60))), ("+", .changeLevel(5)), ("=", .changeLevel(5)), ("-", .changeLevel(-5)),
      ("m", .toggleMute), ("r", .cycleRepeatMode), ("s", .toggleShuffleMode), ("p", .togglePrivateListening),
    ] as [(Key, Command)])
  func `a key gives its command`(key: Key, command: Command) {
    var terminal = FakeTerminal(QueueEntry.album)
    #expect(terminal.press(key) == [.request(.command(command))])
  }

  @Test(
    arguments: [
      ("q", .request(.quit)), (.control("C"), .request(.quit)), (.control("Z"), .request(.suspend)),
      (.control("L"), .redraw),
    ] as [(Key, ScreenEffect)])
  func `other keys are for the screen`(key: Key, effect: ScreenEffect) {
    var terminal = FakeTerminal(QueueEntry.album)
    #expect(terminal.press(key) == [effect])
  }

  @Test func `a key pressed twice before the screen knows of the first press counts twice`() {
    var terminal = FakeTerminal(QueueEntry.album)
    #expect(terminal.press("r", "r") == [.request(.command(.cycleRepeatMode)), .request(.command(.cycleRepeatMode))])
    #expect(
      terminal.press("s", "s") == [.request(.command(.toggleShuffleMode)), .request(.command(.toggleShuffleMode))])
  }

  @Test(
    arguments: [
      ("H", .headphones), ("M", .headset), ("U", .usbHeadset), ("B", .bluetoothHeadset), ("J", .chatter),
    ] as [(Key, SimulatedChange)])
  func `the simulator's keys work only with the simulator`(key: Key, change: SimulatedChange) {
    var terminal = FakeTerminal(QueueEntry.album)
    #expect(terminal.press(key) == [])
    terminal.snapshot.simulation = .noCardFound
    #expect(terminal.press(key) == [.request(.simulate(change))])
  }

  @Test func `no key has two meanings and every simulated change has one`() {
    let keys = KeyTable.bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(KeyTable.bindings.filter(\.isForSimulator).count == SimulatedChange.allCases.count)
  }
}
