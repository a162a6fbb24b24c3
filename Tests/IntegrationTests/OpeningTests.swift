import CTestSupport
import Foundation
import TestSupport
import Testing

/// What the built program opens, and what it shows of it.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct OpeningTests {
  private let home: Home

  init() throws { home = try Home() }

  /// Waits until the queue's rows stand in this order on the screen.
  private func expectOrder(_ titles: [String], in player: Player) throws {
    try player.sees("\(titles.count) tracks")
    try player.sees("\(titles) in this order") { player in
      let rows = titles.compactMap { title in player.screen.rows.firstIndex { $0.dropFirst(3).hasPrefix(title) } }
      return rows.count == titles.count && rows == rows.sorted()
    }
  }

  @Test func `a folder is opened in natural order and the first track plays`() throws {
    for name in ["10 ten", "2 two", "1 one", "B/3 three"] { try home.song("\(name).flac") }
    let player = try Player(in: home)
    try player.plays("1 one")
    try expectOrder(["1 one", "2 two", "10 ten", "3 three"], in: player)
    try player.isNow("playing")
    try player.quit()
  }

  @Test func `title, artist, length, format, route, level and the simulation are shown`() throws {
    try home.song("a.flac", seconds: 83, title: "Morning", artist: "The Larks")
    let player = try Player(in: home)
    try player.plays("Morning")
    try player.sees("1 track, 1:23")
    #expect(player.screen.rows[1].contains("The Larks") && player.screen.rows[1].hasSuffix(" 1:23"))
    try player.sees("Morning – The Larks")
    try player.sees("8 kHz 16 bit stereo")
    try player.hears(on: "Speaker – Simulated Sound (public)", "vol 70 %")
    try player.sees("simulated output") { $0.messageRow.hasPrefix(" simulated output") }
    try player.quit()
  }

  @Test func `a playlist names its tracks in its own order`() throws {
    try home.song("a.flac", title: "Last")
    try home.song("b.wav", title: "First")
    let list = try home.write("#EXTM3U\n#EXTINF:200,x\nb.wav\n\na.flac\nmissing.flac\n", to: "Music/list.m3u")
    let player = try Player(in: home, [list], columns: 200)
    try player.plays("First")
    try expectOrder(["First", "Last"], in: player)
    try player.sees("missing.flac (in list.m3u): no such file")
    try player.quit()
  }

  @Test func `a folder with a cue sheet shows and plays its tracks`() throws {
    try home.song("Album.flac", seconds: 180, title: "The whole album", artist: "Nobody")
    let sheet = """
      PERFORMER "The Larks"
      FILE "Album.wav" WAVE
      TRACK 01 AUDIO
      TITLE "Morning"
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      TITLE "Noon"
      PERFORMER "The Owls"
      INDEX 00 01:01:00
      INDEX 01 01:02:37
      TRACK 03 AUDIO
      TITLE "Night"
      INDEX 01 02:00:00
      """
    try home.write(sheet, to: "Music/Album.cue")
    let player = try Player(in: home)
    try player.plays("Morning")
    try expectOrder(["Morning", "Noon", "Night"], in: player)
    try player.sees("3 tracks, 3:00")
    #expect(player.screen.rows[1].contains("The Larks") && player.screen.rows[1].hasSuffix(" 1:02"))
    #expect(player.screen.rows[2].contains("The Owls") && player.screen.rows[2].hasSuffix(" 0:57"))
    try player.type("n")
    try player.plays("Noon")
    try player.sees("Noon – The Owls")
    try player.type("n")
    try player.plays("Night")
    try player.type("b")
    try player.plays("Noon")
    #expect(home.text(of: "errors").isEmpty)
    try player.quit()
  }

  @Test func `a file with a cue sheet inside shows and plays its tracks`() throws {
    // The second player here is to have nothing but what it is given.
    try home.write("restore = \"off\"\n", to: "config/cans/settings.toml")
    try home.song("0.flac", title: "Overture")
    let album = try home.song("1.flac", seconds: 180)
    try home.song("2.flac", title: "Finale")
    let tracks = ["Morning", "Noon", "Night"].enumerated().map { index, title in
      "TRACK \(index + 1) AUDIO\nTITLE \(title)\nINDEX 01 0\(index):00:00\n"
    }
    try home.embedSheet("PERFORMER \"The Larks\"\nFILE old.wav WAVE\n" + tracks.joined(), in: album)
    let folder = try Player(in: home)
    try folder.plays("Overture")
    try expectOrder(["Overture", "Morning", "Noon", "Night", "Finale"], in: folder)
    try folder.type("G\r")
    try folder.plays("Finale")
    try folder.quit()
    let player = try Player(in: home, [album])
    try player.plays("Morning")
    try expectOrder(["Morning", "Noon", "Night"], in: player)
    try player.sees("3 tracks, 3:00")
    try player.type("n")
    try player.plays("Noon")
    try player.sees("Noon – The Larks")
    try player.sees("1 s of it") { ($0.elapsed ?? 0) >= 1 }
    #expect(home.text(of: "errors").isEmpty)
    try player.quit()
  }

  @Test func `several files are played as they were named`() throws {
    let files = try ["one", "two", "three"].map { try home.song("\($0).flac") }
    let player = try Player(in: home, [files[2], files[0], files[1]])
    try player.plays("three")
    try expectOrder(["three", "one", "two"], in: player)
    try player.quit()
  }

  @Test func `no files make an empty queue that says what to do`() throws {
    let player = try Player(in: home, [])
    try player.sees("The queue is empty")
    try player.type(" nb\n.,+-mrsv/x\n?")
    try player.sees("Keys")
    try player.type("\u{1B}")
    // An escape that the next key follows at once would be that key with Alt.
    try player.sees("no help") { !$0.screen.text.contains("Keys") }
    try player.sees("The queue is empty")
    try player.quit()
  }

  @Test func `wide characters, emoji and combining accents keep the columns in line`() throws {
    let titles = ["こんにちは世界", "한국어 노래", "🎧 Kopfhörer 🎶", "e\u{301}te\u{301} a\u{300}", "plain"]
    for (index, title) in titles.enumerated() {
      try home.song("\(index).flac", seconds: 83, title: title, artist: "|artist")
    }
    let player = try Player(in: home)
    try player.plays(titles[0])
    for title in titles { try player.sees(title) }
    let columns = (1...5).map { column(of: "|artist", in: player.screen.rows[$0]) }
    #expect(Set(columns).count == 1 && columns[0] != nil, "\(columns)\n\(player.screen.text)")
    #expect((1...5).allSatisfy { player.screen.rows[$0].hasSuffix(" 1:23") })
    try player.quit()
  }

  private func column(of text: String, in row: String) -> Int? {
    row.range(of: text).map { row[..<$0.lowerBound].unicodeScalars.reduce(0) { $0 + Int(cts_cell_width($1.value)) } }
  }

  @Test func `a broken file is marked with its reason and skipped`() throws {
    try home.song("1.flac", seconds: 1, title: "Before")
    try home.write("fLaC is how it starts, and nonsense is how it goes on\n", to: "Music/2.flac")
    try home.song("3.flac", title: "After")
    let player = try Player(in: home)
    try player.plays("After")
    let row = try #require(player.screen.rows.first { $0.hasPrefix(" ! 2.flac") || $0.hasPrefix(" ! 2 ") })
    #expect(row.split(separator: " ").count > 3, "\(row)")
    try player.isNow("playing")
    try player.quit()
  }

  @Test func `a mistake in the settings is told on the screen and on standard error`() throws {
    try home.song("1.flac")
    try home.write("on-unplug = \"maybe\"\nmax-volume = 50\n", to: "config/cans/settings.toml")
    let player = try Player(in: home, columns: 200)
    try player.sees("settings.toml:1: on-unplug must be \"pause\", \"continue\" or \"stop\"")
    try player.hears(on: "Speaker", "vol 50 %")
    #expect(home.text(of: "errors").split(separator: "\n").count == 1)
    #expect(home.text(of: "errors").hasPrefix("cans: settings.toml:1: on-unplug must be"))
    try player.quit()
  }
}
