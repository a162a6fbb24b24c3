internal import PlayerCore

extension TrackFacts {
  /// What is known; the rest is left out.
  var json: JSON {
    var object = JSONObject()
    object["title"] = title.map(JSON.string)
    object["artist"] = artist.map(JSON.string)
    object["album"] = album.map(JSON.string)
    object["albumArtist"] = albumArtist.map(JSON.string)
    object["albumPlace"] = albumPlace.map { ["disc": JSON($0.disc), "track": JSON($0.track)] }
    object["format"] = format?.json
    object["length"] = length.map { JSON($0.value) }
    object["replayGain"] = replayGain?.json
    return .object(object)
  }

  static func reading(_ json: JSON) throws(WireError) -> TrackFacts {
    let object = try JSON.object(json)
    return TrackFacts(
      title: try object.readIfThere("title", JSON.string), artist: try object.readIfThere("artist", JSON.string),
      album: try object.readIfThere("album", JSON.string),
      albumArtist: try object.readIfThere("albumArtist", JSON.string),
      albumPlace: try object.readIfThere("albumPlace", AlbumPlace.reading),
      format: try object.readIfThere("format", AudioFormat.reading),
      length: try object.readIfThere("length", FrameCount.reading),
      replayGain: try object.readIfThere("replayGain", ReplayGainFacts.reading))
  }
}

extension AlbumPlace {
  static func reading(_ json: JSON) throws(WireError) -> AlbumPlace {
    let object = try JSON.object(json)
    return AlbumPlace(disc: try object.read("disc", JSON.integer), track: try object.read("track", JSON.integer))
  }
}

extension FrameCount {
  static func reading(_ json: JSON) throws(WireError) -> FrameCount { FrameCount(try JSON.integer(json) as Int64) }
}

extension SampleRate {
  static func reading(_ json: JSON) throws(WireError) -> SampleRate {
    SampleRate(Int32(try JSON.integer(in: 1...Int(Int32.max))(json)))
  }
}

extension ReplayGainFacts {
  /// In dB; peaks with 1 as full scale.
  var json: JSON {
    var object = JSONObject()
    object["trackGain"] = trackGain.map { JSON($0) }
    object["trackPeak"] = trackPeak.map { JSON($0) }
    object["albumGain"] = albumGain.map { JSON($0) }
    object["albumPeak"] = albumPeak.map { JSON($0) }
    return .object(object)
  }

  static func reading(_ json: JSON) throws(WireError) -> ReplayGainFacts {
    let object = try JSON.object(json)
    return ReplayGainFacts(
      trackGain: try object.readIfThere("trackGain", JSON.number),
      trackPeak: try object.readIfThere("trackPeak", JSON.number),
      albumGain: try object.readIfThere("albumGain", JSON.number),
      albumPeak: try object.readIfThere("albumPeak", JSON.number))
  }
}

extension AudioFormat {
  /// The channels as in WAV files: their number, and the mask of their loudspeakers.
  var json: JSON {
    [
      "rate": JSON(rate.hertz), "channels": JSON(layout.channels), "mask": JSON(layout.mask), "encoding": encoding.json,
    ]
  }

  static func reading(_ json: JSON) throws(WireError) -> AudioFormat {
    let object = try JSON.object(json)
    let channels = try object.read("channels", JSON.integer(in: 1...65_535))
    let mask: UInt32 = try object.read("mask", JSON.integer)
    return AudioFormat(
      rate: try object.read("rate", SampleRate.reading), layout: ChannelLayout(channels: channels, mask: mask),
      encoding: try object.read("encoding", SampleEncoding.reading))
  }
}

extension SampleEncoding {
  var json: JSON {
    switch self {
    case .integer(let bits): ["kind": "integer", "bits": JSON(bits)]
    case .float(let bits): ["kind": "float", "bits": JSON(bits)]
    case .lossy(let codec): ["kind": "lossy", "codec": .string(codec)]
    }
  }

  static func reading(_ json: JSON) throws(WireError) -> SampleEncoding {
    let object = try JSON.object(json)
    switch try object.read("kind", JSON.string) {
    case "integer": return .integer(bits: try object.read("bits", JSON.integer))
    case "float": return .float(bits: try object.read("bits", JSON.integer))
    case "lossy": return .lossy(try object.read("codec", JSON.string))
    default: throw WireError("must be one of integer, float, lossy", field: "kind")
    }
  }
}
