import Glibc
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@testable import MessageBus

/// A bus that goes, comes back, hangs, or never was.
@Suite(.serialized, .enabled(if: ProcessEnvironment.canTest(with: "busctl", "dbus-daemon"))) struct BusLossTests {
  @Test func `the player is back on a bus that was started again, with what has changed meanwhile`() throws {
    let bus = try PrivateBus()
    let rig = MPRISRig(address: bus.address)
    #expect(try rig.isNamed(on: bus))
    bus.stop()
    #expect(rig.runs { !rig.service.isConnected })
    rig.command(.play)
    try bus.start()
    #expect(try rig.isNamed(on: bus))
    #expect(try rig.busctl("get-property", "PlaybackStatus", on: bus) == #"s "Playing""#)
  }

  @Test func `without a bus it rests between ever rarer attempts`() {
    // Of an abstract socket only an attempt can tell.
    let address = "unix:abstract=/nonexistent/bus"
    let link = BusLink(address: .at(address), from: MonotonicTime(nanoseconds: 0))
    var (now, pauses) = (MonotonicTime(nanoseconds: 0), [Duration]())
    for _ in 0..<10 {
      link.process(at: now, opened: { _ in Issue.record("a bus out of nothing") }, before: {})
      #expect(link.deadline == nil && link.pollDescriptors.count == 1)
      #expect(
        waits(atMost: MPRISRig.limit) {
          link.process(at: now, opened: { _ in }, before: {})
          return link.deadline != nil
        })
      #expect(link.pollDescriptors == [])
      guard let next = link.deadline else { return }
      pauses.append(next - now)
      now = next
    }
    let expected = [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) }
    #expect(pauses == expected)
  }

  @Test func `a socket that is not there needs no attempt`() {
    let link = BusLink(address: .at("unix:path=/nonexistent/bus"), from: MonotonicTime(nanoseconds: 0))
    link.process(at: MonotonicTime(nanoseconds: 0), opened: { _ in Issue.record("a bus out of nothing") })
    #expect(link.isMissing && link.pollDescriptors == [])
    #expect(link.deadline == MonotonicTime(nanoseconds: 500_000_000))
  }

  @Test func `a bus that hangs delays nobody, and is told no more than it takes`() throws {
    let bus = try PrivateBus()
    let rig = MPRISRig(address: bus.address)
    #expect(try rig.isNamed(on: bus))
    let daemon = try #require(bus.process)
    kill(daemon, SIGSTOP)
    defer { kill(daemon, SIGCONT) }
    var longest = Duration.zero
    for index in 0..<20_000 {
      rig.command(.setLevel(Level(percent: index % 2 == 0 ? 20 : 40)))
      let start = MonotonicTime.now
      rig.turn()
      longest = max(longest, .now - start)
    }
    // A call that waited for the bus would take 25 s; a busy machine takes some tenths of a second by itself.
    #expect(longest < .seconds(1))
    #expect(rig.service.bus.map { $0.unsent <= 64 } == true)
    rig.command(.setLevel(Level(percent: 33)))
    kill(daemon, SIGCONT)
    #expect(try rig.busctl("get-property", "Volume", on: bus) == "d 0.33")
  }

  @Test func `a bus that lets nobody in is waited for without turning in circles`() throws {
    let listener = try MuteListener()
    let rig = MPRISRig(address: listener.address)
    #expect(rig.runs { listener.hasVisitor })
    rig.turn()
    // Nothing to do before the bus speaks: neither a descriptor that is ready nor a deadline that is due.
    let polled = rig.service.pollDescriptors
    #expect(polled.count == 1)
    let ready = try waitForEvents(polled, until: .now + .milliseconds(200))
    #expect(ready == [false])
    #expect(rig.service.deadline.map { $0 - .now > .seconds(5) } ?? true)
    #expect(!rig.service.isConnected)
    rig.service.stop()
  }
}

/// A socket that takes visitors and says nothing.
private final class MuteListener {
  private let descriptor: Int32
  private let folder: String
  private var path: String { folder + "/bus" }

  init() throws {
    var name = Array("/tmp/cans-mute-XXXXXX".utf8CString)
    folder = try #require(mkdtemp(&name).map { String(cString: $0) })
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = descriptor
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(descriptor, 1) == 0)
  }

  deinit {
    close(descriptor)
    unlink(path)
    rmdir(folder)
  }

  /// Where it is, as a bus's address.
  var address: String { "unix:path=\(path)" }

  var hasVisitor: Bool { waitUntilReadable(descriptor, milliseconds: 0) }
}
