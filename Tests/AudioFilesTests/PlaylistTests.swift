import Glibc
import PlayerCore
import Testing

@testable import AudioFiles

@Suite(.timeLimit(.minutes(5)))
struct PlaylistTests {
  let folder = TemporaryFolder()

  /// The paths that `name` expands to, as seen from the folder.
  private func paths(_ name: String) -> [String] { expand([folder[name]]).paths.map(inFolder) }

  private func inFolder(_ path: FilePath) -> String {
    path.text.hasPrefix(folder.path.text + "/") ? String(path.text.dropFirst(folder.path.text.count + 1)) : path.text
  }

  private func problems(_ name: String) -> [String] {
    expand([folder[name]]).problems.map { "\(inFolder($0.path)): \($0.reason)" }
  }

  @Test(arguments: [
    ["2 b", "10 a"], ["track 9", "Track 10", "track 11"], ["a", "B", "c"], ["1", "01a", "1b", "2"],
    ["Ecole", "école a", "Ecole b", "Fin"], ["Übung 1", "ubung 2", "Übung 3"],
    ["cafe\u{301} 1", "café 2", "cafe\u{301} 3"],
    ["1.2", "1.10"], ["99999999999999999999998", "99999999999999999999999"], ["a", "あ", "い"],
  ])
  func `names are in natural order`(names: [String]) {
    for name in names.reversed() { folder.write("x", to: name + ".wav") }
    #expect(paths("") == names.map { $0 + ".wav" })
  }

  @Test func `folders are walked in order, without hidden files and what is no sound`() {
    for name in [
      "CD 10/1.mp3", "CD 2/b.FLAC", "CD 2/a.ogg", "CD 2/cover.jpg", "CD 2/list.m3u", ".hidden/x.mp3", "CD 2/.x.mp3",
      "intro.wav",
    ] {
      folder.write("x", to: name)
    }
    #expect(paths("") == ["CD 2/a.ogg", "CD 2/b.FLAC", "CD 10/1.mp3", "intro.wav"])
  }

  @Test(arguments: ["webm", "mkv", "mov", "m4r", "3gp", "eac3", "dts", "asf", "amr", "shn", "ra", "8svx", "avr"])
  func `a folder lists what a decoder may know, whatever its ending`(ending: String) {
    folder.write("x", to: "music/1.\(ending)")
    #expect(paths("music") == ["music/1.\(ending)"])
  }

  @Test func `a folder lists every file of the corpus that plays`() {
    let playing = Corpus.sounds.filter { $0.expect == "play" && $0.path.contains(".") }
    #expect(playing.map(\.path).filter { !FolderWalk.looksLikeSound(Array($0.utf8)) } == [])
  }

  @Test func `a circle of symbolic links ends`() {
    folder.write("x", to: "music/a.wav")
    _ = folder["music/again"].withCString { link in folder.path.withCString { symlink($0, link) } }
    #expect(paths("music") == ["music/a.wav"])
  }

  @Test(.disabled(if: getuid() == 0, "root may read everything")) func `a folder without permission is reported`() {
    folder.write("x", to: "open/a.wav")
    let closed = folder.makeFolder("closed")
    _ = closed.withCString { chmod($0, 0) }
    defer { _ = closed.withCString { chmod($0, 0o755) } }
    #expect(paths("") == ["open/a.wav"])
    #expect(problems("") == ["closed: no permission to read this folder"])
  }

  @Test(arguments: [250, 900]) func `what has too long a path is reported, not dropped`(depth: Int) {
    let tree = DeepTree(of: depth, in: folder.path)
    let expansion = expand([tree.top])
    #expect(expansion.paths == tree.songs.filter { $0.bytes.count < Int(PATH_MAX) })
    #expect(expansion.problems.map(\.path) == [tree.top])
    #expect(expansion.problems.map(\.reason) == ["1 file or folder in it left out: the path is too long"])
  }

  @Test func `a name that no file can have is no missing file`() {
    let name = String(repeating: "x", count: 300) + ".wav"
    #expect(problems(name) == ["\(name): the path is too long"])
    folder.write("\(name)\n", to: "list.m3u")
    #expect(problems("list.m3u") == ["\(name): the path is too long"])
  }

  @Test func `an empty folder is reported`() {
    folder.makeFolder("nothing")
    #expect(problems("nothing") == ["nothing: no sound files in this folder"])
  }

  @Test func `only an argument that is missing is flagged`() {
    folder.write("gone.wav\n", to: "list.m3u")
    let expansion = expand([folder["none.wav"], folder["list.m3u"]])
    #expect(expansion.problems.map(\.isMissingArgument) == [true, false])
    #expect(expansion.paths.isEmpty)
  }

  @Test func `each missing entry is a problem that names it and its playlist`() {
    folder.write("x", to: "sub/there.wav")
    folder.write("missing1.wav\nthere.wav\n../missing2.wav\n/missing3.wav\n", to: "sub/some.m3u")
    folder.write("missing1.wav\nmissing1.wav\n", to: "sub/all.m3u")
    folder.write("sub/all.m3u\nmissing4.wav\n", to: "outer.m3u")
    let some = expand([folder["sub/some.m3u"]])
    #expect(some.paths == [folder["sub/there.wav"]])
    #expect(
      some.problems.map(\.text) == [
        "missing1.wav (in some.m3u): no such file", "../missing2.wav (in some.m3u): no such file",
        "/missing3.wav (in some.m3u): no such file",
      ])
    let all = expand([folder["outer.m3u"]])
    #expect(all.paths.isEmpty)
    #expect(
      all.problems.map(\.text) == [
        "missing1.wav (in all.m3u): no such file", "missing1.wav (in all.m3u): no such file",
        "missing4.wav (in outer.m3u): no such file",
      ])
  }

  @Test func `a problem outside of playlists is named by its path`() {
    let path = folder["none.wav"]
    #expect(expand([path]).problems.map(\.text) == ["\(path.text): no such file"])
  }

  @Test func `a playlist without entries is reported`() {
    folder.write("#EXTM3U\n\n", to: "list.m3u")
    #expect(problems("list.m3u") == ["list.m3u: a playlist without entries"])
  }

  @Test(arguments: [
    "a.wav\nb c.wav\n", "a.wav\r\nb c.wav", "a.wav\rb c.wav\r", "\u{FEFF}#EXTM3U\n#EXTINF:1,x\na.wav\n\n b c.wav \n",
  ])
  func `an M3U is read with any line ends, marks and comments`(text: String) {
    folder.write("x", to: "sub/a.wav")
    folder.write("x", to: "sub/b c.wav")
    folder.write(text, to: "sub/list.m3u")
    #expect(paths("sub/list.m3u") == ["sub/a.wav", "sub/b c.wav"])
  }

  @Test func `an entry in another encoding than the file's name is found`() {
    folder.write("x", to: "æøå.mp3")
    folder.write([0xE6, 0xF8, 0xE5] + Array(".mp3\n".utf8), to: FilePath("latin.m3u"))
    #expect(paths("latin.m3u") == ["æøå.mp3"])
    let latin = FilePath(bytes: [0xFC] + Array(".mp3".utf8))
    folder.write([0x78], to: latin)
    folder.write("ü.mp3\n", to: "utf8.m3u8")
    #expect(expand([folder["utf8.m3u8"]]).paths == [folder.path.appending(latin)])
  }

  @Test func `a list in UTF-16 is read`() {
    folder.write("x", to: "ü.wav")
    folder.write(
      [0xFF, 0xFE] + "ü.wav\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, to: FilePath("wide.m3u"))
    #expect(paths("wide.m3u") == ["ü.wav"])
  }

  @Test func `backslashes, file addresses and folders are followed, streams are not`() {
    folder.write("x", to: "CD/a b.wav")
    let list = "CD\\a b.wav\nfile://\(folder.path.text)/CD/a%20b.wav\nCD\nhttp://example.org/live.mp3\nx:\\b.mp3\n"
    folder.write(list, to: "list.m3u")
    #expect(paths("list.m3u") == ["CD/a b.wav", "CD/a b.wav", "CD/a b.wav"])
    #expect(
      problems("list.m3u") == [
        "http://example.org/live.mp3: network streams are not supported yet", "x:\\b.mp3: no such file",
      ])
  }

  @Test func `a PLS is read in the order of its numbers`() {
    for name in ["a.wav", "b.wav", "c.wav"] { folder.write("x", to: name) }
    folder.write("[playlist]\nFile10=c.wav\nTitle10=x\nfile2=b.wav\nFile1=a.wav\nFileX=d.wav\n", to: "list.pls")
    #expect(paths("list.pls") == ["a.wav", "b.wav", "c.wav"])
    #expect(problems("list.pls").isEmpty)
  }

  @Test func `playlists in playlists are read, circles are not`() {
    folder.write("x", to: "a.wav")
    folder.write("a.wav\ninner.m3u\na.wav\n", to: "outer.m3u")
    folder.write("a.wav\nouter.m3u\n", to: "inner.m3u")
    #expect(paths("outer.m3u") == ["a.wav", "a.wav", "a.wav"])
    #expect(problems("outer.m3u") == ["outer.m3u: a playlist that contains itself"])
  }

  @Test func `playlists that multiply end somewhere`() {
    folder.write("x", to: "music/a.wav")
    folder.write(String(repeating: "inner.m3u\n", count: 1_000), to: "outer.m3u")
    folder.write(String(repeating: "music\nnone.wav\n", count: 1_000), to: "inner.m3u")
    var expander = Expander(entriesOfPlaylists: 10_000)
    expander.addArgument(folder["outer.m3u"])
    #expect((3_000...4_000).contains(expander.expansion.paths.count))
    #expect(
      expander.expansion.problems.suffix(2).map { "\(inFolder($0.path)): \($0.reason)" } == [
        "inner.m3u: too many entries: the rest is left out", "outer.m3u: too many entries: the rest is left out",
      ])
  }

  @Test func `a list of a hundred thousand entries is read quickly`() {
    folder.write("x", to: "a.wav")
    folder.write(String(repeating: "a.wav\nnone.wav\n", count: 50_000), to: "list.m3u")
    var expansion = Expansion()
    let time = ContinuousClock().measure { expansion = expand([folder["list.m3u"]]) }
    print("A list of 100,000 entries expanded in \(time)")
    #expect(expansion.paths.count == 50_000)
    #expect(expansion.problems.count == 50_000)
    #expect(time < .seconds(10))
  }

  @Test func `an XSPF gives the first location of each track, as an address or as a plain path`() {
    for name in ["a b.wav", "100% & more.wav", "sub/c.wav"] { folder.write("x", to: name) }
    folder.write(
      """
      <?xml version="1.0"?><!DOCTYPE p [<!ENTITY x "y">]>
      <x:playlist xmlns:x="http://xspf.org/ns/0/" version="1"><x:title>T</x:title><x:trackList>
      <x:track><x:location> a%20b.wav
      </x:location><x:location>other.wav</x:location></x:track>
      <x:track><x:location><![CDATA[100% & more.wav]]></x:location></x:track>
      <x:track xml:base="sub/"><x:location>c.wav</x:location><x:title>location</x:title></x:track>
      <x:track><x:title>no location</x:title></x:track>
      <x:track><x:location>http://example.org/a.mp3</x:location></x:track>
      </x:trackList></x:playlist>
      """, to: "list.xspf")
    #expect(paths("list.xspf") == ["a b.wav", "100% & more.wav", "sub/c.wav"])
    #expect(problems("list.xspf") == ["http://example.org/a.mp3: network streams are not supported yet"])
  }

  @Test func `an XSPF that breaks off gives what comes before`() {
    folder.write("x", to: "a.wav")
    folder.write("<playlist><trackList><track><location>a.wav</location></track><track><loc", to: "list.xspf")
    #expect(paths("list.xspf") == ["a.wav"])
    folder.write("no XML", to: "none.xspf")
    #expect(problems("none.xspf") == ["none.xspf: a playlist without entries"])
  }

  @Test func `an ASX need not be well-formed`() {
    for name in ["a.wav", "b&c.wav", "d é.wav"] { folder.write("x", to: name) }
    let text = """
      <ASX Version="3.0"><TITLE>x & y</title>
      <Entry><Ref HREF = "a.wav"/><ref href="mirror.wav"></ENTRY>
      <entry><REF href='b&c.wav' ></entry>
      <ENTRY><Title>z<Ref Href="d é.wav"/></ENTRY>
      <entryref href="inner.pls"/>
      """
    folder.write(Array(text.unicodeScalars.map { UInt8($0.value) }), to: FilePath("list.asx"))
    folder.write("File1=a.wav\n", to: "inner.pls")
    #expect(paths("list.asx") == ["a.wav", "b&c.wav", "d é.wav", "a.wav"])
    #expect(problems("list.asx").isEmpty)
  }

  @Test func `a WPL is read`() {
    folder.write("x", to: "CD/a.wav")
    folder.write(
      #"<?wpl version="1.0"?><smil><head/><body><seq><media src="CD\a.wav" cid="{1}"/></seq></body></smil>"#,
      to: "list.wpl")
    #expect(paths("list.wpl") == ["CD/a.wav"])
  }

  @Test func `a list in Cyrillic of Windows finds names in UTF-8, and in its own encoding`() {
    let bytes: [UInt8] = [0xC3, 0xF0, 0xF3, 0xEF, 0xEF, 0xE0, 0x20, 0xEA, 0xF0, 0xEE, 0xE2, 0xE8] + Array(".mp3".utf8)
    folder.write("x", to: "Группа крови.mp3")
    folder.write(bytes + [0x0D, 0x0A], to: FilePath("list.m3u"))
    #expect(paths("list.m3u") == ["Группа крови.mp3"])
    let same = folder.write([0x78], to: FilePath(bytes: bytes))
    #expect(expand([folder["list.m3u"]]).paths == [same])
  }

  @Test func `a pipe, a socket or a device that is named like a playlist is not waited for`() {
    _ = folder["pipe.m3u"].withCString { mkfifo($0, 0o644) }
    #expect(problems("pipe.m3u") == ["pipe.m3u: a pipe, not a file"])
    _ = folder["device.pls"].withCString { symlink("/dev/zero", $0) }
    #expect(problems("device.pls") == ["device.pls: a device, not a file"])
    _ = folder["socket.m3u8"].withCString { mknod($0, S_IFSOCK | 0o644, 0) }
    #expect(problems("socket.m3u8") == ["socket.m3u8: a socket, not a file"])
    folder.write("pipe.m3u\n", to: "list.m3u")
    #expect(expand([folder["list.m3u"]]).problems.map(\.text) == ["pipe.m3u (in list.m3u): a pipe, not a file"])
  }

  @Test func `what is no text is no playlist`() {
    folder.write([0x61, 0, 1, 2], to: FilePath("list.m3u"))
    #expect(problems("list.m3u") == ["list.m3u: not a playlist: it is not text"])
  }

  /// The time that this thread has had the processor: what else the machine does must not count.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test func `twenty thousand files are found quickly`() {
    for index in 0..<20_000 {
      let path = folder["Track \(index).flac"]
      let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT, 0o644) }
      close(descriptor)
    }
    var found: [FilePath] = []
    let start = Self.processorTime
    found = expand([folder.path]).paths
    let time = Self.processorTime - start
    print("20,000 files expanded in \(time) of the processor's time")
    #expect(found.count == 20_000)
    #expect(found.last == folder["Track 19999.flac"])
    #expect(time < .seconds(5))
  }
}

@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"))
struct PlaylistCorpusTests {
  @Test(arguments: Corpus.files.filter { $0.path.hasPrefix("playlists/") || $0.path.hasPrefix("cue/") })
  func `every list of the corpus ends in paths or reasons`(_ file: CorpusFile) {
    let expansion = expand([file.file])
    #expect(!expansion.paths.isEmpty || !expansion.problems.isEmpty)
    #expect(!expansion.problems.contains { $0.isMissingArgument })
  }

  @Test(
    arguments: Corpus.files.filter { $0.path.hasPrefix("playlists/") && $0.path != "playlists/totem-xml-base.xspf" })
  func `a list has the entries that the manifest counts`(_ file: CorpusFile) throws {
    let entries = try #require(PlaylistKind(name: file.file)).entries(of: file.file)
    #expect(entries.count == Int(file.fact("entries")!))
    let listed = file.fact("list")!.split(separator: " ; ").filter { $0 != "…" }
    // One is in Latin-1, and the manifest in UTF-8.
    let written = entries.map { text(ofUnknownEncoding: $0.written) }
    #expect(Array(written.prefix(listed.count)) == listed.map(String.init))
  }

  @Test func `nested bases of an XSPF are followed`() throws {
    let path = FilePath(Corpus.folder! + "/playlists/totem-xml-base.xspf")
    #expect(try PlaylistKind.xspf.entries(of: path).map(\.written) == [Array("three/four".utf8)])
  }
}
