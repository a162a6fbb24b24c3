import PlayerCore
import Testing

@testable import ControlSocket

/// What means nothing is told, with the field that is wrong.
@Suite struct BadRequestTests {
  private func error(_ line: String) -> ControlError? {
    guard case .failure(let error) = ReceivedRequest(line: Array(line.utf8)).content else { return nil }
    return error
  }

  @Test(arguments: [
    "", " ", "hello", "{", "}", "[]", "[1]", "null", "7", "\"a\"", "{}x", "{} {}", "{\"a\":1,\"a\":1}", "{'a':1}",
    "{\"request\":\"\u{0}\"}", "{\"request\":\"\\ud800\"}", "{\"a\":1e999}", "{\"a\":99999999999999999999}",
  ])
  func `what is not one object is malformed`(line: String) {
    #expect(error(line)?.code == .malformed)
    #expect(error(line)?.message.isEmpty == false)
  }

  @Test func `text that is not UTF-8 is malformed`() {
    let line = Array("{\"request\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    guard case .failure(let error) = ReceivedRequest(line: line).content else {
      Issue.record("taken")
      return
    }
    #expect(error.code == .malformed)
  }

  @Test func `what is nested too deep is malformed, however deep`() {
    for depth in [33, 2_000, 100_000] {
      let line = "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
      #expect(error(line)?.code == .malformed)
    }
  }

  @Test(arguments: [
    (#"{}"#, "request"),
    (#"{"request":7}"#, "request"),
    (#"{"request":"status","id":"a"}"#, "id"),
    (#"{"request":"status","id":1.5}"#, "id"),
    (#"{"request":"status","extra":1}"#, "extra"),
    (#"{"request":"status","form":"prose"}"#, "form"),
    (#"{"request":"status","form":1}"#, "form"),
    (#"{"request":"queue","form":"text"}"#, "form"),
    (#"{"request":"command"}"#, "command"),
    (#"{"request":"command","command":"play"}"#, "command"),
    (#"{"request":"command","command":{}}"#, "command.name"),
    (#"{"request":"command","command":{"name":"dance"}}"#, "command.name"),
    (#"{"request":"command","command":{"name":"play","at":1}}"#, "command.at"),
    (#"{"request":"command","command":{"name":"setLevel"}}"#, "command.level"),
    (#"{"request":"command","command":{"name":"setLevel","level":101}}"#, "command.level"),
    (#"{"request":"command","command":{"name":"setLevel","level":-1}}"#, "command.level"),
    (#"{"request":"command","command":{"name":"setLevel","level":"60"}}"#, "command.level"),
    (#"{"request":"command","command":{"name":"skip","nanoseconds":1.5}}"#, "command.nanoseconds"),
    (#"{"request":"command","command":{"name":"changeRepeatMode","mode":"twice"}}"#, "command.mode"),
    (#"{"request":"command","command":{"name":"removeEntries","entries":[1,2,-3]}}"#, "command.entries[2]"),
    (#"{"request":"command","command":{"name":"removeEntries","entries":[4294967296]}}"#, "command.entries[0]"),
    (#"{"request":"command","command":{"name":"playItems","items":[{"path":"a"}]}}"#, "command.items[0].path"),
    (
      #"{"request":"command","command":{"name":"playItems","items":[{"path":{"hex":"2f0"}}]}}"#,
      "command.items[0].path.hex"
    ),
    (
      #"{"request":"command","command":{"name":"playItems","items":[{"path":"/a","part":{"start":{"value":-1,"timescale":75}}}]}}"#,
      "command.items[0].part.start.value"
    ),
    (
      #"{"request":"command","command":{"name":"playItems","items":[{"path":"/a","part":{"start":{"value":1,"timescale":0}}}]}}"#,
      "command.items[0].part.start.timescale"
    ),
    (#"{"request":"command","command":{"name":"moveEntries","entries":[1],"to":-1}}"#, "command.to"),
    (#"{"request":"command","command":{"name":"play"},"source":"mpris"}"#, "source"),
    (#"{"request":"add"}"#, "paths"),
    (#"{"request":"add","paths":[]}"#, "paths"),
    (#"{"request":"add","paths":["/a","b"]}"#, "paths[1]"),
    (#"{"request":"add","paths":["/a\u0000b"]}"#, "paths[0]"),
    (#"{"request":"add","paths":["/a"],"place":"somewhere"}"#, "place"),
    (#"{"request":"add","paths":["/a"],"place":-1}"#, "place"),
    (#"{"request":"queue","from":-1}"#, "from"),
    (#"{"request":"queue","count":1e3}"#, "count"),
    (#"{"request":"watch","screen":1}"#, "screen"),
    (#"{"request":"interrupt"}"#, "phase"),
    (#"{"request":"record","phase":"middle"}"#, "phase"),
    (#"{"request":"interrupt","phase":"middle"}"#, "phase"),
    (#"{"request":"simulate","change":"rain"}"#, "change"),
  ])
  func `a field that is wrong is named`(line: String, field: String) {
    let error = error(line)
    #expect(error?.code == .invalid && error?.field == field, "\(String(describing: error))")
    #expect(error?.message.hasPrefix(field) == true)
  }

  @Test func `a request that there is not is told, with those that there are`() {
    let error = error(#"{"request":"dance","id":3}"#)
    #expect(error?.code == .unknown && error?.field == "request")
    #expect(error?.message.contains("add, command, hello") == true)
    #expect(ReceivedRequest(line: Array(#"{"request":"dance","id":3}"#.utf8)).id == 3)
  }

  @Test func `a newer version is told which ones are spoken, whatever else it says`() {
    let error = error(#"{"request":"sing","version":2,"key":"c","id":9}"#)
    #expect(error?.code == .version && error?.field == "version")
    #expect(
      error.map { String(decoding: ControlMessage(.error($0)).line, as: UTF8.self) }?.contains(#""versions":[1]"#)
        == true)
  }

  @Test func `defaults are the plain request's`() {
    func request(_ line: String) -> ControlRequest? { try? ReceivedRequest(line: Array(line.utf8)).content.get() }
    #expect(request(#"{"request":"command","command":{"name":"play"}}"#) == .command(.play, from: .commandLine))
    #expect(request(#"{"request":"add","paths":["/a"]}"#) == .add([FilePath("/a")], at: .queue(.end)))
    #expect(request(#"{"request":"queue"}"#) == .queue(from: 0, count: Int(Int32.max)))
    #expect(request(#"{"request":"watch"}"#) == .watch(isScreen: false))
    #expect(request(#"{"request":"interrupt","phase":"end"}"#) == .endInterruption(shouldResume: false))
    #expect(request(#" { "version" : 1 , "request" : "status" } "#) == .status)
    #expect(request(#"{"request":"status","form":"state"}"#) == .status)
    #expect(request(#"{"request":"status","form":"text"}"#) == .statusText)
  }
}
