public import PlayerCore

/// What a few lines of text say of the player's state, read without the rest. cans-ctl lives for a millisecond; to make
/// the types of a whole snapshot would take a good part of that.
public struct StateSummary {
  /// "playing", "paused", "stopped".
  public let status: String
  /// Why it is silent, other than by the user's word: holds, buffering, and the cause of a pause, as they are named on
  /// the wire.
  public let reasons: [String]
  /// The current track, if there is one.
  public let track: Track?
  /// How many tracks the queue has.
  public let count: Int
  /// The name of the route.
  public let route: String
  /// Its level in percent.
  public let level: Int
  /// Whether it is muted.
  public let isMuted: Bool
  /// How the queue repeats: "off", "one", "all".
  public let repeatMode: String
  /// Whether it is played in random order.
  public let shuffles: Bool
  /// Whether nothing is played that others may hear: "off", "on", "bestEffort".
  public let privateListening: String
  /// Something to read for a few seconds.
  public let message: String?

  private let playhead: Playhead
  private let state: JSONObject

  /// The current track.
  public struct Track {
    /// Its title, or the name of its file.
    public let title: String
    /// The performer, if known.
    public let artist: String?
    /// The album, if known.
    public let album: String?
    /// Where in the queue it is, from 0; nil if it has left that.
    public let index: Int?
    /// How long it lasts, if known.
    public let duration: Duration?
  }

  /// Reads the answer to `status`, or what a watcher is told.
  ///
  /// - Throws: when it is neither; the player's own words if it is an error.
  public init(line: [UInt8]) throws(WireError) {
    let json: JSON
    do throws(JSONError) { json = try JSON(parsing: line) } catch { throw WireError(error.reason) }
    let object = try JSON.object(json)
    if let error = try object.readIfThere("error", ControlError.reading) { throw WireError(error.message) }
    state = try object.read("state", JSON.object)
    status = try state.read("status", JSON.string)
    playhead = try state.read("playhead", Playhead.reading)
    route = try state.read("route", JSON.object).read("name", JSON.string)
    level = try state.read("level", JSON.integer)
    isMuted = try state.read("muted", JSON.boolean)
    repeatMode = try state.read("repeat", JSON.string)
    shuffles = try state.read("shuffle", JSON.boolean)
    privateListening = try state.read("privateListening", JSON.string)
    message = try state.readIfThere("message", JSON.string)
    let queue = try state.read("queue", JSON.object)
    count = try queue.read("count", JSON.integer)
    track = try queue.readIfThere("entry", JSON.object).map { entry throws(WireError) in
      try Track(entry, index: try queue.readIfThere("index", JSON.integer))
    }
    reasons = try Self.reasons(state)
  }

  /// How far the playhead is in the track, at `now`.
  public func position(at now: MonotonicTime) -> Duration { playhead.rate.duration(of: playhead.frame(at: now)) }

  /// Every route that there is or was.
  public func routes() throws(WireError) -> [RouteSummary] {
    try state.read("routes", JSON.list(of: RouteSummary.reading))
  }

  /// Every route as one line of JSON.
  public func reportOfRoutes() throws(WireError) -> String {
    JSON.object(["routes": try state.read("routes") { json throws(WireError) in json }]).text
  }

  /// The state as one line of JSON, for programs that do not want to count: with `position`, and `length` where that is
  /// known, in seconds.
  public func report(at now: MonotonicTime) -> String {
    var object = state
    object["position"] = JSON(Self.seconds(position(at: now)))
    object["length"] = track?.duration.map { JSON(Self.seconds($0)) }
    return JSON.object(object).text
  }

  private static func reasons(_ state: JSONObject) throws(WireError) -> [String] {
    var reasons = try state.read("holds", JSON.list(of: JSON.string))
    reasons += try state.read("interruptions", JSON.list(of: JSON.string))
    if try state.read("buffering", JSON.boolean) { reasons.append("buffering") }
    let wish = try state.read("wish", JSON.object)
    let cause = try wish.read("cause", JSON.string)
    if try wish.read("goal", JSON.string) != "play", cause != "user" { reasons.append(cause) }
    return reasons
  }

  /// In milliseconds at best; a file may claim any length.
  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1_000
  }
}

extension StateSummary.Track {
  init(_ entry: JSONObject, index: Int?) throws(WireError) {
    let facts = try entry.read("facts", JSON.object)
    if let named = try facts.readIfThere("title", JSON.string) {
      title = named
    } else {
      title = try entry.read("path", FilePath.reading).lastComponent.text
    }
    artist = try facts.readIfThere("artist", JSON.string)
    album = try facts.readIfThere("album", JSON.string)
    self.index = index
    guard let length = try facts.readIfThere("length", FrameCount.reading),
      let rate = try facts.readIfThere("format", JSON.object)?.read("rate", SampleRate.reading)
    else {
      duration = nil
      return
    }
    duration = rate.duration(of: length)
  }
}
