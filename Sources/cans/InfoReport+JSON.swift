import AudioFiles
import PlayerCore

extension InfoReport {
  /// What programs read: an object of JSON, on one line.
  var json: String {
    var members: [(String, JSONText)] = [("file", .string(path.text))]
    func add(_ name: String, _ value: JSONText?) {
      if let value { members.append((name, value)) }
    }
    add("problem", problem.map(JSONText.string))
    guard let info else { return JSONText.object(members).text }
    add("container", info.container.map(JSONText.string))
    add("decoder", info.decoder.map(JSONText.string))
    add("format", info.format.map(Self.json))
    add("frames", info.length.map { .number($0.value) })
    add("seconds", info.duration.map { .decimal($0 / .seconds(1)) })
    add("tags", .object(Self.sorted(info.tags).map { ($0.name.rawValue, .array($0.values.map(JSONText.string))) }))
    add("replayGain", info.tags.replayGain.map(Self.json))
    add("pictures", .array(info.tags.pictures.map(Self.json)))
    add("lyrics", .array(info.tags.lyrics.map(Self.json)))
    add("chapters", .array(info.tags.chapters.map(Self.json)))
    add("cueSheet", info.tags.cueSheet.map(JSONText.string))
    return JSONText.object(members).text
  }

  private static func json(_ format: AudioFormat) -> JSONText {
    var members: [(String, JSONText)] = [
      ("rate", .number(Int64(format.rate.hertz))), ("channels", .number(Int64(format.channels))),
    ]
    switch format.encoding {
    case .integer(let bits): members += [("encoding", .string("integer")), ("bits", .number(Int64(bits)))]
    case .float(let bits): members += [("encoding", .string("float")), ("bits", .number(Int64(bits)))]
    case .lossy(let codec): members.append(("encoding", .string(codec)))
    }
    return .object(members)
  }

  /// Gains in dB; peaks where 1 is full scale.
  private static func json(_ gain: ReplayGainFacts) -> JSONText {
    let members = [
      ("trackGain", gain.trackGain), ("trackPeak", gain.trackPeak), ("albumGain", gain.albumGain),
      ("albumPeak", gain.albumPeak),
    ]
    return .object(members.compactMap { name, value in value.map { (name, .decimal($0)) } })
  }

  private static func json(_ picture: Picture) -> JSONText {
    var members: [(String, JSONText)] = [
      ("kind", .string(picture.kind.text)), ("type", .number(Int64(picture.kind.rawValue))),
      ("mimeType", .string(picture.mimeType)), ("description", .string(picture.description)),
      ("bytes", .number(Int64(picture.bytes.count))),
    ]
    if let size = picture.size {
      members += [("width", .number(Int64(size.width))), ("height", .number(Int64(size.height)))]
    }
    return .object(members)
  }

  private static func json(_ lyrics: Lyrics) -> JSONText {
    let language = lyrics.language.map { [("language", JSONText.string($0))] } ?? []
    switch lyrics.words {
    case .plain(let text): return .object(language + [("text", .string(text))])
    case .timed(let lines):
      let timed = lines.map { JSONText.object([("start", .decimal($0.start.seconds)), ("text", .string($0.text))]) }
      return .object(language + [("lines", .array(timed))])
    }
  }

  private static func json(_ chapter: Chapter) -> JSONText {
    var members: [(String, JSONText)] = [("start", .decimal(chapter.start.seconds))]
    if let end = chapter.end { members.append(("end", .decimal(end.seconds))) }
    if let title = chapter.title { members.append(("title", .string(title))) }
    return .object(members)
  }
}

extension MediaTime {
  /// Seconds from the start, as exactly as a Double can tell.
  fileprivate var seconds: Double { Double(value) / Double(timescale) }
}
