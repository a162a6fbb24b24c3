import PlayerCore
import Testing

@testable import ControlSocket

/// What is sent is what arrives.
@Suite struct WireTests {
  /// Over the wire as a line, and back.
  private func carried(_ content: ControlMessage.Content, id: Int64? = nil) throws -> ControlMessage {
    let line = ControlMessage(id: id, content).line
    #expect(!line.contains(UInt8(ascii: "\n")) && String(validating: line, as: UTF8.self) != nil)
    return try ControlMessage(line: line)
  }

  @Test(arguments: 0..<40) func `a state and its queue's entries make the snapshot again`(block: UInt64) throws {
    for seed in 0..<25 as Range<UInt64> {
      var random = Random(seed: block * 1_000 + seed)
      let snapshot = random.snapshot()
      let state = try carried(.state(StateLine(snapshot), []))
      let queue = try carried(
        .entries(snapshot.queue, from: 0, total: snapshot.queue.count, revision: snapshot.queueRevision))
      guard case .state(let line, _) = state.content, case .entries(let entries, _, _, let revision) = queue.content
      else {
        Issue.record("\(state) \(queue)")
        return
      }
      var copy = line.snapshot
      copy.queue = entries
      #expect(copy == snapshot && revision == snapshot.queueRevision)
      // Equal strings may be spelt differently (é, e + accent); what arrives is spelt as it was sent.
      #expect(
        entries.map { $0.facts.title?.utf8.map(\.self) } == snapshot.queue.map { $0.facts.title?.utf8.map(\.self) })
      #expect(line.count == snapshot.queue.count && line.entry == snapshot.currentEntry)
      #expect(line.index.map { snapshot.queue[$0] } == line.entry)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func `every command arrives as it was`(seed: UInt64) throws {
    var random = Random(seed: seed)
    for command in random.commands() {
      let request = ControlRequest.command(command, from: random.one([.keyboard, .commandLine]))
      let received = ReceivedRequest(line: request.line(id: 7))
      #expect(received.id == 7 && received.content == .success(request))
    }
  }

  @Test func `every other request arrives as it was`() {
    let paths = [FilePath("/a b"), FilePath(bytes: [0x2F, 0xFF, 0xC3])]
    let requests: [ControlRequest] =
      [
        .hello, .status, .statusText, .queue(from: 3, count: 9), .watch(isScreen: true), .watch(isScreen: false),
        .beginInterruption, .beginRecording, .endRecording(lostMicrophone: true), .endRecording(lostMicrophone: false),
        .endInterruption(shouldResume: true), .endInterruption(shouldResume: false), .quit, .add(paths, at: .now),
        .add(paths, at: .queue(.end)), .add(paths, at: .queue(.next)), .add(paths, at: .queue(.index(4))),
      ] + SimulatedChange.allCases.map(ControlRequest.simulate)
    for request in requests {
      #expect(ReceivedRequest(line: request.line()).content == .success(request))
      #expect(ReceivedRequest(line: request.line()).id == nil)
    }
  }

  @Test func `every answer arrives as it was`() throws {
    let statuses: [CommandStatus] = [
      .success, .noSuchContent, .noActionableNowPlayingItem, .deviceNotFound, .commandFailed,
    ]
    let contents: [ControlMessage.Content] =
      [
        .hello(versions: [1, 2], program: "cans 0.1.0", process: 4_711), .watching,
        .added(.success, count: 3, problems: ["a: no such file"]), .error(ControlError(.malformed, "no")),
        .error(ControlError(.invalid, "is missing", field: "command.level")),
        .state(StateLine(Snapshot()), [QueueChange(from: 1, removed: 2, count: 0)]), .status(StateLine(Snapshot())),
        .statusText("a – b\n1:02\n"), .statusText(""),
        .done("command", .deviceNotFound, reason: "no headphones"),
        .added(.deviceNotFound, count: 1, problems: [], reason: "no headphones"),
      ] + statuses.map { .done("command", $0) }
    for content in contents {
      #expect(try carried(content, id: -4) == ControlMessage(id: -4, content))
      #expect(try carried(content).content == content)
    }
  }

  @Test func `a path is any bytes, and readable where it can be`() throws {
    #expect(FilePath("/Müsik/é").json == "/Müsik/é")
    #expect(FilePath(bytes: [0x2F, 0xFF, 0x0A]).json == ["hex": "2fff0a"])
    for bytes: [UInt8] in [
      [], [0], [0xFF], Array(0...255), [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] {
      let path = FilePath(bytes: bytes)
      let line = JSON.array([path.json]).bytes
      #expect(try JSON(parsing: line) == [path.json] && FilePath.reading(path.json) == path)
    }
  }

  @Test func `what a newer player adds is passed over`() throws {
    let line = #"{"reply":"command","status":0,"since":"2.0","more":{"a":[1,{}]}}"#
    #expect(try ControlMessage(line: Array(line.utf8)).content == .done("command", .success))
  }
}
