import Glibc
import PlayerCore

@testable import TerminalUI

/// Runs `body` with the thread's locale set to `name`, whatever the process's is, so that tests can run side by side.
func inLocale<Result>(_ name: String, _ body: () -> Result) -> Result {
  let locale = newlocale(1 << LC_CTYPE, name, nil)
  precondition(locale != nil, "no locale \(name)")
  let before = uselocale(locale)
  defer {
    uselocale(before)
    freelocale(locale)
  }
  return body()
}

/// A player on a terminal that exists only as text.
struct FakeTerminal {
  var snapshot = Snapshot()
  var state = ScreenState()
  var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  var size = GridSize(columns: 40, rows: 8)
  var symbols = Symbols.unicode
  var locale = "C.UTF-8"

  /// The player with these tracks, the first of which is current.
  init(_ queue: [QueueEntry] = [], columns: Int = 40, rows: Int = 8) {
    snapshot.queue = queue
    snapshot.current = queue.first?.id
    snapshot.route = Route(
      port: .headphones, id: RouteID("headphones:PCH"), name: "Headphones – HDA Intel", privacy: .wearerOnly)
    size = GridSize(columns: columns, rows: rows)
  }

  /// What the screen shows, row by row.
  var rows: [String] { view.rows }

  var view: Grid {
    inLocale(locale) { screen.draw() }
  }

  var screen: ScreenView {
    var state = state
    state.adapt(to: snapshot, size: size)
    return ScreenView(snapshot: snapshot, state: state, now: now, size: size, symbols: symbols)
  }

  /// Presses keys one after the other; returns what they ask for.
  @discardableResult
  mutating func press(_ keys: Key...) -> [ScreenEffect] { press(keys) }

  @discardableResult
  mutating func press(_ keys: [Key]) -> [ScreenEffect] {
    state.adapt(to: snapshot, size: size)
    return inLocale(locale) {
      var effects: [ScreenEffect] = []
      for key in keys { effects += state.handle(key, snapshot) }
      return effects
    }
  }

  mutating func paste(_ text: String) {
    inLocale(locale) { state.paste(text, snapshot) }
  }

  mutating func type(_ text: String) { press(text.map(Key.character)) }

  /// Plays the current track, `seconds` of which have been heard.
  mutating func play(from seconds: Double = 0) {
    snapshot.status = .playing
    snapshot.wish = Wish(.play, because: .user)
    snapshot.playhead = Playhead(
      frame: FrameCount(Int(seconds * 44_100)), at: now, rate: SampleRate(44_100), advances: true)
  }

  /// Pauses at `seconds`.
  mutating func pause(because cause: WishCause, at seconds: Double = 0) {
    play(from: seconds)
    snapshot.playhead.advances = false
    snapshot.status = .paused
    snapshot.wish = Wish(.pause, because: cause)
    if cause == .routeLost { lose(.headphones) }
  }

  /// Takes `route` away; the speaker is what is left.
  mutating func lose(_ route: Route) {
    snapshot.lostRoute = route
    snapshot.route = .speaker
  }
}

extension Route {
  static let headphones = Route(
    port: .headphones, id: RouteID("headphones:PCH"), name: "Headphones – HDA Intel", privacy: .wearerOnly)
  static let speaker = Route(
    port: .builtInSpeaker, id: RouteID("builtInSpeaker:PCH"), name: "Speaker – HDA Intel", privacy: .everybody)
}

extension QueueEntry {
  static let cd = AudioFormat(rate: SampleRate(44_100), channels: 2, encoding: .integer(bits: 16))

  init(_ number: UInt32, _ title: String?, _ artist: String? = nil, seconds: Int? = nil, problem: String? = nil) {
    self.init(
      id: QueueEntryID(number), path: FilePath("/music/\(number).flac"),
      facts: TrackFacts(
        title: title, artist: artist, format: QueueEntry.cd, length: seconds.map { FrameCount($0 * 44_100) }),
      problem: problem)
  }

  static let album = [
    QueueEntry(1, "Harbour Lights", "The Quays", seconds: 213),
    QueueEntry(2, "東京の夜", "山田太郎", seconds: 187),
    QueueEntry(3, "Broken", "Nobody", problem: "not a FLAC stream"),
    QueueEntry(4, nil, nil, seconds: 3_725),
  ]

  static func numbered(_ count: UInt32) -> [QueueEntry] {
    (1...count).map { QueueEntry($0, "Track \($0)", "Artist", seconds: 60) }
  }
}
