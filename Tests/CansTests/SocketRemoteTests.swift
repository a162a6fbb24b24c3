import AudioDevices
import ControlSocket
import Foundation
import LinuxSystem
import PlayerCore
import Testing

@testable import cans

/// What clients ask for reaches the desk, and what becomes of it reaches them.
@MainActor
struct SocketRemoteTests {
  private let folder: String
  private let session = Session(state: PlayerState()) { _, _ in }
  private let timeline = TimelineKeeper(path: nil)
  private let desk: CommandDesk
  private let remote: SocketRemote
  private let client: ControlClient

  init() throws {
    var template = Array("/tmp/cans-remote-XXXXXX".utf8CString)
    _ = try #require(mkdtemp(&template))
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    desk = CommandDesk(session: session, hardware: SimulatedHardware(), timeline: timeline)
    let place = try SocketFolder(FilePath(folder + "/cans"), makes: true)
    remote = SocketRemote(try #require(try ControlServer.claim(place, program: "t")))
    client = try ControlClient.connect(to: place.path)
  }

  private func finish() {
    remote.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Turns as the loop does until something was said, and returns what.
  private func hear(_ count: Int = 1) throws -> [ControlMessage.Content] {
    var heard: [ControlMessage.Content] = []
    let deadline = MonotonicTime.now + .seconds(20)
    while heard.count < count, MonotonicTime.now < deadline {
      remote.process(desk)
      desk.process()
      remote.show(desk.snapshot)
      heard += try client.receive().map(\.content)
      if heard.count < count {
        let polled = remote.pollDescriptors + [PolledDescriptor(readable: desk.descriptor)]
        _ = try waitForEvents(polled, until: remote.deadline ?? (.now + .milliseconds(50)))
      }
    }
    return heard
  }

  @Test func `commands are the core's to answer`() throws {
    defer { finish() }
    try client.send(.command(.play, from: .commandLine))
    try client.send(.command(.changeShuffleMode(true), from: .commandLine))
    #expect(try hear(2) == [.done("command", .noActionableNowPlayingItem), .done("command", .success)])
    #expect(desk.snapshot.shuffles)
  }

  @Test func `R29, R30: a client that records changes the category, until it says so or hangs up`() throws {
    defer { finish() }
    var recorder: ControlClient? = try ControlClient.connect(to: FilePath(folder + "/cans"))
    func becomes(_ category: PlayerCore.Category) throws -> Bool {
      let deadline = MonotonicTime.now + .seconds(20)
      while desk.snapshot.category != category, MonotonicTime.now < deadline {
        remote.process(desk)
        remote.show(desk.snapshot)
        _ = try waitForEvents(remote.pollDescriptors, until: remote.deadline ?? (.now + .milliseconds(50)))
      }
      return desk.snapshot.category == category
    }
    try recorder?.send(.beginRecording)
    #expect(try becomes(.playAndRecord))
    try recorder?.send(.endRecording(lostMicrophone: false))
    #expect(try becomes(.playback))
    try recorder?.send(.beginRecording)
    try client.send(.beginRecording)
    #expect(try becomes(.playAndRecord))
    recorder = nil
    try client.send(.endRecording(lostMicrophone: true))
    #expect(try becomes(.playback))
  }

  @Test func `R13: what is refused because others would hear it comes with that reason`() throws {
    defer { finish() }
    session.send(.launched([QueueItem(path: FilePath("/music/1.flac"))], plays: false))
    session.send(.deviceProbed(.card(CardIndex(0))))
    let jack = JackFacts(name: "Headphone Jack", plugged: false)
    let card = CardFacts(index: CardIndex(0), stableID: "PCH", name: "HDA Intel", jacks: [jack])
    session.send(.factsChanged(Facts(cards: [card])))
    try client.send(.command(.changePrivateListening(true), from: .commandLine))
    try client.send(.command(.play, from: .commandLine))
    let reason = "private listening: everybody hears Speaker – HDA Intel"
    #expect(
      try hear(2) == [.done("command", .success), .done("command", .deviceNotFound, reason: reason)])
  }

  @Test func `the timeline is answered by range`() throws {
    defer { finish() }
    for text in ["one", "two"] {
      timeline.record(TimelineEntry(kind: .decision, rules: [1], sentence: text), at: .now)
    }
    try client.send(.log(from: 2, count: 9))
    guard case .log(let records, let first, let last)? = try hear().first else { throw CommandFailure("no answer") }
    #expect(records.map(\.entry.sentence) == ["two"] && first == 1 && last == 2)
  }

  @Test func `music is found on another thread and put in the queue`() throws {
    defer { finish() }
    let song = folder + "/a.flac"
    try Data("fLaC".utf8).write(to: URL(fileURLWithPath: song))
    try client.send(.add([FilePath(song), FilePath(folder + "/missing.flac")], at: .queue(.end)))
    guard case .added(.success, let count, let problems, _)? = try hear().first else {
      Issue.record("nothing was added")
      return
    }
    #expect(count == 1 && problems.count == 1 && problems[0].contains("missing.flac"))
    #expect(desk.snapshot.queue.map(\.path.text) == [song])
    try client.send(.add([FilePath(folder + "/missing.flac")], at: .now))
    guard case .added(.noSuchContent, 0, _, _)? = try hear().first else {
      Issue.record("something was added")
      return
    }
  }

  @Test func `R14, R15: an interruption is a hold`() throws {
    defer { finish() }
    try client.send(.beginInterruption)
    #expect(try hear() == [.done("interrupt", .success)])
    #expect(desk.snapshot.holds == [.interruption])
    try client.send(.endInterruption(shouldResume: true))
    #expect(try hear() == [.done("interrupt", .success)])
    #expect(desk.snapshot.holds == [])
  }

  @Test func `the simulated hardware can be reached, and the end be asked for`() throws {
    defer { finish() }
    try client.send(.simulate(.headphones))
    try client.send(.quit)
    #expect(try hear(2) == [.done("simulate", .success), .done("quit", .success)])
    #expect(desk.isQuitWanted)
  }

  @Test func `R29: when the last screen has gone the core is told`() throws {
    defer { finish() }
    session.send(.launched([QueueItem(path: FilePath("/a.flac"))], plays: true))
    #expect(desk.perform(.changeCategory(.ambient), from: .keyboard) == .success)
    var second: ControlClient? = try ControlClient.connect(to: FilePath(folder + "/cans"))
    try second?.send(.watch(isScreen: true))
    try client.send(.watch(isScreen: false))
    _ = try hear(2)
    #expect(desk.snapshot.wish.goal == .play)
    second = nil
    _ = try hear()
    #expect(desk.snapshot.wish.goal == .stop)
  }
}
