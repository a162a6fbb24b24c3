import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// R18, R28: the built program on a real ALSA device that blocks whoever calls it. ALSA's file plug-in writes what it
/// plays into a named pipe, and is stuck for as long as nobody reads that.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct StandstillTests {
  private static let noAnswer = "no answer from the device"
  private let home: Home
  private let pipe: String

  init() throws {
    home = try Home()
    try home.song("1.flac", title: "Alpha")
    pipe = home.path + "/pipe"
    guard mkfifo(pipe, 0o600) == 0 else { throw RunError("mkfifo failed: errno \(errno)") }
  }

  private func player() throws -> Player { try Player(in: home, device: "file:FILE=\(pipe),FORMAT=raw") }

  @Test func `a device that cannot be opened for good: it says so, takes keys, and is left within a second`() throws {
    let player = try player()
    try player.isNow("silent: \(Self.noAnswer)")
    try player.type(" ")
    try player.isNow("paused: \(Self.noAnswer)")
    try player.type("?")
    try player.sees("quit")
    try player.type("?q")
    #expect(waits(atMost: .seconds(1)) { player.hasEnded })
    #expect(player.end.modes == player.modesBefore)
    #expect(player.terminal.exitStatus(within: Player.limit) == 0)
  }

  @Test(.enabled(if: Desktop.hasPrograms))
  func `R28: on the bus every call is answered at once, however stuck the device is`() throws {
    let desktop = try Desktop(in: home)
    let player = try desktop.start(device: "file:FILE=\(pipe),FORMAT=raw")
    try player.isNow("silent: \(Self.noAnswer)")
    let client = try BusClient(of: Desktop.name, at: desktop.bus.address)
    for command in ["Pause", "Play", "Next", "Previous", "PlayPause", "Stop", "Play"] {
      // A machine that does much else may keep everybody waiting now and then, but not three times.
      let times = try (0..<3).map { _ in try client.call(command) }
      #expect(times.min()! < .milliseconds(100), "\(command): \(times)")
      let readings = try (0..<3).map { _ in try client.readAll() }
      #expect(readings.min()! < .milliseconds(100), "after \(command): \(readings)")
    }
    try player.quit()
  }

  @Test func `a device that opens late is played on then`() throws {
    let player = try player()
    try player.isNow("silent: \(Self.noAnswer)")
    let listener = try Listener(pipe)
    try player.isNow("playing")
    try player.sees("time going on") { ($0.elapsed ?? 0) > 1 }
    #expect(listener.bytes > 0)
    try player.quit()
  }

  @Test func `a device that stands still in the middle goes on when it can, and what is said is heard`() throws {
    let listener = try Listener(pipe)
    let player = try player()
    try player.isNow("playing")
    try player.sees("time going on") { ($0.elapsed ?? 0) > 1 }
    listener.isListening = false
    try player.isNow("silent: \(Self.noAnswer)")
    let place = try #require(player.elapsed)
    listener.isListening = true
    try player.isNow("playing")
    // Where it stands only the device can tell: until then the place goes on by the clock, for six seconds at most.
    #expect((place - 6...place + 3).contains(player.elapsed ?? -1))
    try player.sees("time going on") { ($0.elapsed ?? 0) > place + 1 }
    listener.isListening = false
    try player.isNow("silent: \(Self.noAnswer)")
    player.signal(SIGTERM)
    #expect(waits(atMost: .seconds(1)) { player.hasEnded })
  }
}

/// Reads a named pipe on a thread of its own, or does not.
private final class Listener: Sendable {
  private let descriptor: Int32
  private let listens = Atomic(true)
  private let count = Atomic(0)
  private let ends = EventDescriptor()
  private let hasEnded = EventDescriptor()

  init(_ path: String) throws {
    // Without waiting for a writer.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw RunError("open \(path) failed: errno \(errno)") }
    let (descriptor, ends, hasEnded) = (descriptor, ends, hasEnded)
    _ = LinuxSystem.Thread(name: "listener") { [unowned self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while !waitUntilReadable(ends.descriptor, milliseconds: 10) {
        guard listens.load(ordering: .relaxed) else { continue }
        while case let read = read(descriptor, &buffer, buffer.count), read > 0 {
          count.add(read, ordering: .relaxed)
        }
      }
      hasEnded.signal()
    }
  }

  deinit {
    ends.signal()
    _ = hasEnded.wait(.seconds(10))
    close(descriptor)
  }

  /// Whether what is written is taken.
  var isListening: Bool {
    get { listens.load(ordering: .relaxed) }
    set { listens.store(newValue, ordering: .relaxed) }
  }

  /// How much was taken.
  var bytes: Int { count.load(ordering: .relaxed) }
}
