import LinuxSystem
import PlayerCore
import Testing

@testable import ControlSocket

/// The timeline over the socket.
@Suite struct TimelineTests {
  private let entry = TimelineEntry(
    kind: .command, rules: [4, 23], source: .avrcp, sentence: "headset: pause – \"ü\"\u{1F3A7}")

  private func book(_ count: Int, sentence: String = "it happened") -> TimelineBook {
    var book = TimelineBook()
    for number in 0..<count {
      _ = book.append(TimelineEntry(kind: .route, rules: [1], sentence: sentence), time: Int64(number))
    }
    return book
  }

  @Test func `a record is one line of JSON, and comes back as it was`() throws {
    let record = TimelineRecord(number: -3, time: 1_764_590_605_123, entry: entry)
    let text = String(decoding: record.line, as: UTF8.self)
    #expect(
      text == #"{"number":-3,"time":1764590605123,"kind":"command","rules":["R4","R23"],"source":"avrcp","#
        + #""sentence":"headset: pause – \"ü\"🎧"}"#)
    #expect(try TimelineRecord(line: record.line) == record)
    var kept = record
    kept.number = 0
    #expect(try TimelineRecord(line: record.lineToKeep) == kept)
    #expect(!String(decoding: record.lineToKeep, as: UTF8.self).contains("number"))
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"time":1,"kind":"x","rules":[],"sentence":""}"#,
    #"{"time":1,"kind":"route","rules":["1"],"sentence":""}"#,
    #"{"time":"1","kind":"route","rules":[],"sentence":""}"#,
    #"{"time":1,"kind":"route","rules":["R-1"],"sentence":""}"#,
  ])
  func `what is no record is none`(line: String) {
    #expect(throws: WireError.self) { try TimelineRecord(line: Array(line.utf8)) }
  }

  @Test func `requests and answers come through as they were`() throws {
    let requests = [ControlRequest.log(from: .min, count: 5), .log(from: -7, count: 0)]
    for request in requests { #expect(ReceivedRequest(line: request.line()).content == .success(request)) }
    let bare = ReceivedRequest(line: Array(#"{"request":"log"}"#.utf8))
    #expect(bare.content == .success(.log(from: .min, count: Int(Int32.max))))
    let message = ControlMessage(id: 4, .log(book(3).records, first: 1, last: 3))
    #expect(try ControlMessage(line: message.line) == message)
  }

  @Test func `many entries are answered in parts, which a mirror puts together`() throws {
    let server = ControlServer(program: "t")
    let (near, far) = try LocalSocket.makePair()
    server.admit(near)
    let peer = Peer(far)
    let book = book(1_000, sentence: String(repeating: "x", count: 300))
    var mirror = TimelineMirror()
    var next = mirror.ask()
    #expect(mirror.ask() == nil, "one question at a time")
    var parts = 0
    while let request = next {
      peer.write(request.line() + [UInt8(ascii: "\n")])
      server.process()
      while let (asker, taken) = server.nextRequest() {
        guard case .log(let from, let count) = taken else { continue }
        server.answer(asker, recordsFrom: from, count: count, of: book)
      }
      server.show(Snapshot())
      next = nil
      for message in try peer.messages() {
        parts += 1
        #expect(message.line.count < 100_000)
        next = mirror.take(message)
      }
    }
    #expect(mirror.book == book)
    #expect((5...12).contains(parts), "asked for again meanwhile, it is asked once more: \(parts)")
  }

  @Test func `who does not read is hung up on, and counted (R31)`() throws {
    let player = TestPlayer()
    let peer = try player.connect()
    peer.write(#"{"request":"watch"}"# + "\n")
    for step in 0..<20_000 where player.server.dropped == 0 {
      _ = reduce(&player.state, .commandReceived(.changeShuffleMode(step.isMultiple(of: 2)), from: .mpris), at: .now)
      player.turn()
    }
    #expect(player.server.dropped == 1)
    player.turn()
    #expect(player.server.dropped == 1 && player.server.connectionCount == 0)
  }
}
