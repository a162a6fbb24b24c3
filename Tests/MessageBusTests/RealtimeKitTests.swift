import CTestSupport
import Glibc
import LinuxSystem
import MessageBus
import PlayerCore
import TestSupport
import Testing

/// rtkit as its callers see it, on a bus that nobody else is on.
@Suite(.serialized) struct RealtimeKitTests {
  /// A fake rtkit, which leaves the bus with its owner.
  final class Kit {
    let service: OpaquePointer
    init(on bus: PrivateBus, highest: Int32 = 20, refuses: Bool = false) throws {
      service = try #require(cans_realtimekit_start(bus.address, highest, 200_000, refuses ? 1 : 0))
    }
    deinit { cans_realtimekit_stop(service) }
  }

  @Test func `it is asked for the thread and the priority, and the limit that it demands is set`() throws {
    let bus = try PrivateBus()
    let kit = try Kit(on: bus)
    let thread = RealTimeScheduling.currentThread
    #expect(try RealtimeKit.makeRealTime(thread: thread, priority: 10, address: bus.address) == 10)
    #expect(cans_realtimekit_thread(kit.service) == UInt64(thread))
    #expect(cans_realtimekit_priority(kit.service) == 10)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_RTTIME.rawValue), &limit)
    #expect(limit.rlim_max <= 200_000 && limit.rlim_cur < limit.rlim_max)
  }

  @Test func `no more is asked for than it gives`() throws {
    let bus = try PrivateBus()
    let kit = try Kit(on: bus, highest: 4)
    #expect(try RealtimeKit.makeRealTime(thread: 1, priority: 10, address: bus.address) == 4)
    #expect(cans_realtimekit_priority(kit.service) == 4)
  }

  @Test func `a refusal, a missing service and a missing bus are told apart`() throws {
    let bus = try PrivateBus()
    #expect(throws: BusError.noService) {
      try RealtimeKit.makeRealTime(thread: 1, priority: 10, address: bus.address)
    }
    let kit = try Kit(on: bus, refuses: true)
    #expect(throws: BusError.refused("org.freedesktop.DBus.Error.AccessDenied")) {
      try RealtimeKit.makeRealTime(thread: 1, priority: 10, address: bus.address)
    }
    #expect(cans_realtimekit_thread(kit.service) == 0)
    #expect(throws: BusError.noBus) {
      try RealtimeKit.makeRealTime(thread: 1, priority: 10, address: bus.address + "-of-nobody")
    }
  }

  @Test func `a bus that never answers is given up`() throws {
    var name = Array("/tmp/cans-mute-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&name).map { String(cString: $0) })
    let path = "\(folder)/bus"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(listener)
      unlink(path)
      rmdir(folder)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(listener, 1) == 0)
    let started = MonotonicTime.now
    #expect(throws: BusError.noAnswer) {
      try RealtimeKit.makeRealTime(thread: 1, priority: 10, address: "unix:path=\(path)")
    }
    #expect(MonotonicTime.now - started < .seconds(20))
  }
}
