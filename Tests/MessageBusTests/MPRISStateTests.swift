import PlayerCore
import Testing

@testable import MessageBus

/// The player as MPRIS shows it, as values.
struct MPRISStateTests {
  private static let entry = QueueEntryID(7)

  private func snapshot(_ change: (inout QueueEntry) -> Void = { _ in }) -> Snapshot {
    var facts = TrackFacts(
      title: "Night Train", artist: "Ann, Ben", album: "Best of", albumArtist: "Various",
      albumPlace: AlbumPlace(disc: 1, track: 3))
    facts.format = AudioFormat(rate: SampleRate(44_100), channels: 2, encoding: .lossy("MP3"))
    facts.length = FrameCount(44_100 * 90)
    var entry = QueueEntry(id: Self.entry, path: FilePath("album/3 Night Träin.mp3"), facts: facts)
    change(&entry)
    var snapshot = Snapshot()
    snapshot.queue = [entry]
    snapshot.current = Self.entry
    snapshot.playhead.rate = SampleRate(44_100)
    return snapshot
  }

  private func metadata(_ snapshot: Snapshot, _ details: TrackDetails? = nil) -> [String: BusValue] {
    let state = MPRISState(snapshot, details: details, folder: FilePath("/home/me"))
    guard case .dictionary(let fields) = state.value(of: "Metadata", at: MonotonicTime(nanoseconds: 0)) else {
      return [:]
    }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0.value) })
  }

  @Test func `a track's metadata`() {
    #expect(
      metadata(snapshot()) == [
        "mpris:trackid": .path("/cans/track/7"), "mpris:length": .int64(90_000_000),
        "xesam:url": .string("file:///home/me/album/3%20Night%20Tr%C3%A4in.mp3"),
        "xesam:title": .string("Night Train"), "xesam:artist": .strings(["Ann, Ben"]),
        "xesam:album": .string("Best of"), "xesam:albumArtist": .strings(["Various"]), "xesam:trackNumber": .int32(3),
      ])
  }

  @Test func `what is read later is added`() {
    var details = TrackDetails(of: Self.entry)
    details.artists = ["Ann", "Ben"]
    details.genres = ["Ambient", "Folk"]
    details.date = "1999-05-03 00:00"
    details.disc = 1
    details.cover = FilePath("/cache/a b.png")
    let all = metadata(snapshot(), details)
    #expect(all["xesam:artist"] == .strings(["Ann", "Ben"]) && all["xesam:genre"] == .strings(["Ambient", "Folk"]))
    #expect(all["xesam:contentCreated"] == .string("1999-05-03") && all["xesam:discNumber"] == .int32(1))
    #expect(all["mpris:artUrl"] == .string("file:///cache/a%20b.png"))
    // Names from a cue sheet go before those of its file, and another track's details are not this one's.
    #expect(metadata(snapshot { $0.facts.artist = "Cleo" }, details)["xesam:artist"] == .strings(["Cleo"]))
    details.entry = QueueEntryID(8)
    #expect(metadata(snapshot(), details) == metadata(snapshot()))
  }

  @Test func `no track is a track id of its own, and a file without tags has its name`() {
    #expect(metadata(Snapshot()) == ["mpris:trackid": .path("/org/mpris/MediaPlayer2/TrackList/NoTrack")])
    let bare = metadata(snapshot { $0.facts = TrackFacts() })
    #expect(Set(bare.keys) == ["mpris:trackid", "xesam:url", "xesam:title"])
    #expect(bare["xesam:title"] == .string("3 Night Träin.mp3"))
  }

  @Test(
    arguments: [
      ("1999", "1999"), ("1999-05", "1999-05"), ("1999-05-03T14:35:51+02:00", "1999-05-03"), ("19990503", "1999-05-03"),
      ("1999-00-00", "1999"), ("1999-5", "1999"), ("May 1999", nil), ("99", nil), ("", nil), ("+999", nil),
    ] as [(String, String?)])
  func `dates are given as far as ISO 8601 has them`(date: String, iso: String?) {
    var details = TrackDetails(of: Self.entry)
    details.date = date
    #expect(details.isoDate == iso)
  }

  @Test func `what has changed is told by name, and the place never is`() {
    let old = MPRISState(snapshot())
    #expect(old.changes(since: old) == [])
    var new = snapshot()
    new.playhead.frame = FrameCount(44_100)
    new.jumps = 4
    #expect(MPRISState(new).changes(since: old) == [])
    new.status = .paused
    new.shuffles = true
    new.repeatMode = .one
    new.level = Level(percent: 45)
    new.capabilities.next = true
    let state = MPRISState(new)
    #expect(state.changes(since: old) == ["PlaybackStatus", "LoopStatus", "Shuffle", "Volume", "CanGoNext"])
    let values = ["PlaybackStatus", "LoopStatus", "Volume"].map {
      state.value(of: $0, at: MonotonicTime(nanoseconds: 0))
    }
    #expect(values == [.string("Paused"), .string("Track"), .double(0.45)])
    #expect(!MPRISState.toldProperties.contains("Position"))
  }

  @Test func `the position follows the clock up to the track's end`() {
    var playing = snapshot()
    playing.playhead = Playhead(
      frame: FrameCount(22_050), at: MonotonicTime(nanoseconds: 0), rate: SampleRate(44_100), advances: true)
    let state = MPRISState(playing)
    #expect(state.position(at: MonotonicTime(nanoseconds: 2_000_000_000)) == 2_500_000)
    #expect(state.position(at: MonotonicTime(nanoseconds: 900_000_000_000)) == 90_000_000)
  }

  @Test func `calls become commands`() throws {
    let state = MPRISState(snapshot())
    let commands: [(MPRISMethod, Command)] = [
      (.next, .nextTrack), (.previous, .previousTrack), (.pause, .pause), (.playPause, .togglePlayPause),
      (.stop, .stop), (.play, .play), (.seek(-5_000_000), .skip(.seconds(-5))),
      (.setPosition(track: "/cans/track/7", 90_000_000), .changePlaybackPosition(.seconds(90))),
      (.setPosition(track: "/cans/track/7", 0), .changePlaybackPosition(.zero)),
    ]
    for (method, command) in commands { #expect(try state.request(for: method) == .command(command)) }
    #expect(try state.request(for: .quit) == .quit)
    #expect(try state.request(for: .raise) == nil)
    #expect(try state.request(for: .openURI("file:///a%20b")) == .open(FilePath("/a b")))
  }

  @Test func `a place in another track, or outside this one, is no wish`() throws {
    let state = MPRISState(snapshot())
    for (track, place) in [
      ("/cans/track/6", 1), ("/cans/track/7", -1), ("/cans/track/7", 90_000_001), (MPRISState.noTrack, 0),
    ] {
      #expect(try state.request(for: .setPosition(track: track, Int64(place))) == nil)
    }
    // Without a track there is no place either.
    let empty = MPRISState(Snapshot())
    #expect(try empty.request(for: .setPosition(track: "/cans/track/7", 0)) == nil)
  }

  @Test(arguments: ["http://example.org/a.flac", "file://elsewhere/a.flac", "a.flac", "file:a", "", "file:///a%2"])
  func `what is no file here is refused`(text: String) {
    #expect(throws: MPRISRefusal.self) { try MPRISState(snapshot()).request(for: .openURI(text)) }
  }

  @Test func `settings become commands`() throws {
    let state = MPRISState(snapshot())
    let settings: [(String, BusValue, Command)] = [
      ("LoopStatus", .string("None"), .changeRepeatMode(.off)),
      ("LoopStatus", .string("Track"), .changeRepeatMode(.one)),
      ("LoopStatus", .string("Playlist"), .changeRepeatMode(.all)),
      ("Shuffle", .boolean(true), .changeShuffleMode(true)),
      ("Volume", .double(0.456), .setLevel(Level(percent: 46))), ("Volume", .double(-1), .setLevel(Level(percent: 0))),
      ("Volume", .double(1e300), .setLevel(.full)), ("Rate", .double(0), .pause),
    ]
    for (property, value, command) in settings {
      #expect(try state.request(setting: property, to: value) == .command(command))
    }
    #expect(try state.request(setting: "Rate", to: .double(1)) == nil)
    for (property, value): (String, BusValue) in [
      ("LoopStatus", .string("track")), ("Volume", .double(.nan)), ("Volume", .double(.infinity)), ("Rate", .double(2)),
    ] {
      #expect(throws: MPRISRefusal.self) { try state.request(setting: property, to: value) }
    }
  }
}
