import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import MessageBus

/// Who is on a bus, asked once.
@Suite(.serialized, .enabled(if: ProcessEnvironment.canTest(with: "dbus-daemon"))) struct BusSurveyTests {
  @Test func `a bus names who is on it`() throws {
    let bus = try PrivateBus()
    let names = try BusSurvey.names(on: .at(bus.address), within: .seconds(20))
    #expect(names.contains("org.freedesktop.DBus"))
    #expect(names.contains { $0.hasPrefix(":") }, "the one who asks")
  }

  @Test func `a bus that is gone is none`() throws {
    let bus = try PrivateBus()
    bus.stop()
    #expect(throws: BusError.noBus) { try BusSurvey.names(on: .at(bus.address), within: .seconds(20)) }
    #expect(throws: BusError.noBus) {
      try BusSurvey.names(on: .at("unix:abstract=/nonexistent/bus"), within: .seconds(20))
    }
  }

  @Test func `a bus that hangs costs no more than the limit`() throws {
    let bus = try PrivateBus()
    let process = try #require(bus.process)
    kill(process, SIGSTOP)
    defer { kill(process, SIGCONT) }
    let start = ContinuousClock.now
    #expect(throws: BusError.noAnswer) { try BusSurvey.names(on: .at(bus.address), within: .milliseconds(300)) }
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
