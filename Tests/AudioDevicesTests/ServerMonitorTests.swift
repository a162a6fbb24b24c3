import Foundation
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@testable import AudioDevices

/// The monitor of sound servers, with a real PulseAudio.
@MainActor
@Suite(.serialized, .enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
struct ServerMonitorTests {
  let server: PulseServer
  let monitor: ServerMonitor
  private static let limit = Duration.seconds(20)

  init() throws {
    server = try PulseServer()
    monitor = ServerMonitor(address: server.address)
  }

  /// Waits until the facts are as `condition` wants them.
  private func sees(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: (ServerFacts) -> Bool
  ) {
    let isSeen = waits(atMost: Self.limit) {
      _ = monitor.process()
      return monitor.facts.map(condition) ?? false
    }
    #expect(isSeen, "\(what): \(String(describing: monitor.facts))", sourceLocation: sourceLocation)
  }

  @Test func `sinks, the default one and our stream are what the server says`() throws {
    sees("two sinks and no stream") { $0.sinks.map(\.name) == ["one", "two"] && $0.streams.isEmpty }
    #expect(monitor.facts?.name == "pulseaudio")
    #expect(monitor.facts?.sinks.allSatisfy { $0.device == .virtual && $0.ports.isEmpty } == true)
    try server.control("set-default-sink", "two")
    sees("a default that was chosen") { $0.defaultSink == "two" }
    let ours = try server.play(asProcess: getpid(), role: "music")
    sees("our stream") { facts in
      facts.streams.count == 1 && facts.streams[0].isOurs && facts.streams[0].role == "music"
        && facts.streams[0].sink == facts.sinks[0].index
    }
    let other = try server.play(to: "two", role: "phone")
    sees("somebody else's") { facts in
      facts.streams.count == 2 && !facts.streams[1].isOurs && facts.streams[1].role == "phone"
        && facts.streams[1].application == "pacat"
    }
    ours.terminate()
    sees("only the other one") { $0.streams.count == 1 && !$0.streams[0].isOurs }
    other.terminate()
    sees("no stream again") { $0.streams.isEmpty }
  }

  @Test func `R30: what can be recorded from is told, and what a sink plays is none of that`() throws {
    sees("no source") { $0.sinks.count == 2 && $0.sources.isEmpty }
    try server.control(
      "load-module", "module-null-source", "source_name=mic", "description=Mic")
    sees("a source") { $0.sources.map(\.name) == ["mic"] && $0.sources[0].device == .virtual }
    try server.control("unload-module", "module-null-source")
    sees("no source again") { $0.sources.isEmpty }
  }

  @Test func `a stream is followed that is moved, and moved on request`() throws {
    let ours = try server.play(asProcess: getpid())
    let other = try server.play()
    sees("both streams") { $0.streams.count == 2 && $0.streams.allSatisfy { $0.sink != nil } }
    let facts = try #require(monitor.facts)
    let (one, two) = (facts.sinks[0].index, facts.sinks[1].index)
    let stream = try #require(facts.streams.filter(\.isOurs).first).index
    func sinks(_ facts: ServerFacts) -> [UInt32?] {
      facts.streams.filter(\.isOurs).map(\.sink) + facts.streams.filter { !$0.isOurs }.map(\.sink)
    }
    #expect(sinks(facts) == [one, one])
    try server.control("move-sink-input", "\(stream)", "two")
    sees("moved by hand") { sinks($0) == [two, one] }
    monitor.moveStream(toSink: "one")
    sees("moved back by us") { sinks($0) == [one, one] }
    monitor.moveStream(toSink: "none of them")
    monitor.activatePort("no port", ofSink: "no sink")
    monitor.moveStream(toSink: "two")
    sees("moved after what cannot be done") { sinks($0) == [two, one] }
    // The server moves what plays to a sink that goes.
    let modules = try server.control("list", "short", "modules").split(separator: "\n")
    let module = try #require(modules.first { $0.contains("sink_name=two") }?.split(separator: "\t").first)
    try server.control("load-module", "module-rescue-streams")
    try server.control("unload-module", String(module))
    sees("rescued") { $0.sinks.map(\.name) == ["one"] && sinks($0) == [one, one] }
    ours.terminate()
    other.terminate()
  }

  @Test func `a stream that is discarded is gone, and only ours`() throws {
    let ours = try server.play(asProcess: getpid())
    let other = try server.play()
    sees("both streams") { $0.streams.count == 2 && $0.streams.contains(where: \.isOurs) }
    monitor.discardStream()
    sees("the other one") { $0.streams.count == 1 && !$0.streams[0].isOurs }
    #expect(ours.exitStatus(within: Self.limit) != nil)
    other.terminate()
  }

  @Test func `a server that dies is no server, and is found again`() throws {
    sees("two sinks") { $0.sinks.count == 2 }
    server.kill()
    #expect(
      waits(atMost: Self.limit) {
        _ = monitor.process()
        return monitor.facts == nil
      })
    try server.start()
    sees("two sinks of the next one") { $0.sinks.count == 2 && $0.defaultSink != nil }
    let ours = try server.play(asProcess: getpid())
    sees("our stream there") { $0.streams.first?.isOurs == true }
    ours.terminate()
  }

  @Test func `a server that stands still delays nothing but its facts`() throws {
    let ours = try server.play(asProcess: getpid())
    sees("our stream") { $0.streams.first?.sink != nil }
    let before = try #require(monitor.facts)
    server.stand(still: true)
    let start = MonotonicTime.now
    for _ in 0..<100 {
      monitor.moveStream(toSink: "two")
      #expect(!monitor.process() && monitor.facts == before)
    }
    #expect(MonotonicTime.now - start < .milliseconds(100))
    server.stand(still: false)
    sees("what was ordered meanwhile") { $0.streams.first?.sink == before.sinks[1].index }
    ours.terminate()
  }

  @Test func `a server that never answers holds up nobody's end`() throws {
    sees("two sinks") { $0.sinks.count == 2 }
    server.stand(still: true)
    monitor.moveStream(toSink: "two")
    monitor.stop()
    #expect(waits(atMost: Self.limit) { Self.wakeUps.isEmpty })
    server.stand(still: false)
  }

  @Test func `that there is no server is an answer, and silence is none`() throws {
    #expect(waits(atMost: Self.limit) { monitor.process() && monitor.hasAnswer })
    monitor.stop()
    server.stand(still: true)
    let hanging = ServerMonitor(address: server.address)
    #expect(!waits(atMost: .seconds(1)) { hanging.process() || hanging.hasAnswer })
    hanging.stop()
    server.stand(still: false)
    server.kill()
    let alone = ServerMonitor(address: server.address)
    #expect(
      waits(atMost: Self.limit) {
        _ = alone.process()
        return alone.hasAnswer
      })
    #expect(alone.facts == nil)
    alone.stop()
  }

  @Test func `another process's stream can be the one that is ours`() throws {
    let stream = try server.play(asProcess: 4_242)
    let other = ServerMonitor(address: server.address, process: 4_242)
    #expect(
      waits(atMost: Self.limit) {
        _ = other.process()
        return other.facts?.streams.first?.isOurs == true
      })
    sees("a stream of somebody else's") { $0.streams.first?.isOurs == false }
    other.stop()
    stream.terminate()
  }

  @Test func `without a server the monitor hardly ever wakes up`() throws {
    server.kill()
    monitor.stop()
    #expect(waits(atMost: Self.limit) { Self.wakeUps.isEmpty })
    let alone = ServerMonitor(address: server.address)
    // The first attempts come soon after each other.
    #expect(!waits(atMost: .seconds(2)) { alone.process() })
    let before = try #require(Self.wakeUps.first)
    #expect(!waits(atMost: .seconds(3)) { alone.process() })
    #expect(try #require(Self.wakeUps.first) - before <= 3)
    alone.stop()
  }

  /// How often each thread of a monitor has waited for something.
  private static var wakeUps: [Int] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.compactMap { thread in
      func text(_ name: String) -> String {
        (try? String(contentsOfFile: "/proc/self/task/\(thread)/\(name)", encoding: .utf8)) ?? ""
      }
      guard text("comm") == "pulse\n" else { return nil }
      let line = text("status").split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return line.flatMap { Int($0.split(separator: "\t").last ?? "") }
    }
  }
}
