internal import CPulse
internal import PlayerCore

extension ServerFacts {
  /// Whether it is PipeWire in PulseAudio's place: "PulseAudio (on PipeWire 0.3.65)".
  var isPipeWire: Bool { name.hasPrefix("PulseAudio (on PipeWire") }
}

/// What the server has answered so far to one round of questions. Nothing of the server's own is kept.
struct ServerRound {
  /// A stream, and which client and process it belongs to.
  private struct Stream {
    var facts: StreamFacts
    let client: UInt32
    let process: Int32?
  }

  /// How many answers are missing.
  private(set) var missing = 5
  private var facts = ServerFacts(name: "")
  private var streams: [Stream] = []
  /// The processes and names of clients: with PipeWire only a client has its process.
  private var clients: [UInt32: (process: Int32?, name: String)] = [:]

  /// An answer, or the last part of one, has come.
  mutating func end() { missing -= 1 }

  mutating func add(_ server: pa_server_info) {
    facts.name = server.server_name.map { String(cString: $0) } ?? ""
    let sink = server.default_sink_name.map { String(cString: $0) } ?? ""
    // "@DEFAULT_SINK@" is what PipeWire says while there is none.
    facts.defaultSink = sink.isEmpty || sink.hasPrefix("@") ? nil : sink
  }

  mutating func add(_ sink: pa_sink_info, _ pulse: cans_pulse) { facts.sinks.append(SinkFacts(sink, pulse)) }

  /// What a sink plays can be recorded, too, but is no way in.
  mutating func add(_ source: pa_source_info, _ pulse: cans_pulse) {
    guard source.monitor_of_sink == noIndex else { return }
    facts.sources.append(SourceFacts(source, pulse))
  }

  mutating func add(_ stream: pa_sink_input_info, _ pulse: cans_pulse) {
    let properties = PulseProperties(pulse: pulse, list: stream.proplist)
    let facts = StreamFacts(
      index: stream.index, isOurs: false, sink: stream.sink == noIndex ? nil : stream.sink,
      isCorked: stream.corked != 0, role: properties["media.role"]?.lowercased(),
      application: properties["application.name"] ?? "")
    streams.append(
      Stream(facts: facts, client: stream.client, process: properties["application.process.id"].flatMap { Int32($0) }))
  }

  mutating func add(_ client: pa_client_info, _ pulse: cans_pulse) {
    let properties = PulseProperties(pulse: pulse, list: client.proplist)
    clients[client.index] = (
      properties["application.process.id"].flatMap { Int32($0) }, client.name.map { String(cString: $0) } ?? ""
    )
  }

  /// Whether the server was asked in the middle of a change: a stream plays to a sink, or new ones are to go to one,
  /// that is not among the sinks.
  var isHalfway: Bool {
    if let name = facts.defaultSink, !facts.sinks.contains(where: { $0.name == name }) { return true }
    return streams.contains { stream in stream.facts.sink.map { !hasSink($0) } ?? false }
  }

  /// What the answers add up to; the streams of `process` are ours.
  func result(for process: Int32) -> ServerFacts {
    var facts = facts
    facts.sinks.sort { $0.index < $1.index }
    facts.sources.sort { $0.name < $1.name }
    facts.streams = streams.sorted { $0.facts.index < $1.facts.index }.map { stream in
      var one = stream.facts
      let client = clients[stream.client]
      one.isOurs = (stream.process ?? client?.process) == process
      if one.application.isEmpty { one.application = client?.name ?? "" }
      if let sink = one.sink, !hasSink(sink) { one.sink = nil }
      return one
    }
    return facts
  }

  private func hasSink(_ index: UInt32) -> Bool { facts.sinks.contains { $0.index == index } }
}
