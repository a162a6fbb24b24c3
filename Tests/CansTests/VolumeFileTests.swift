import Glibc
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@testable import cans

@MainActor
struct VolumeFileTests {
  private let folder: FilePath = {
    var template = Array("/tmp/cans-volume-XXXXXX".utf8CString)
    return FilePath(String(cString: mkdtemp(&template)))
  }()

  private var file: VolumeFile { VolumeFile(path: folder.appending(FilePath("state/cans/volume.toml"))) }

  @Test func `levels and mutes come back as they were`() throws {
    let book = VolumeBook(
      levels: [
        RouteID("headphones:PCH"): Level(percent: 35), RouteID("usb:\"odd\\ name\" ü"): Level(percent: 0),
        RouteID("usb:two\nlines"): Level(percent: 1), RouteID("usb:it's\n\"two\""): Level(percent: 2),
      ],
      muted: [RouteID("speaker:PCH")])
    try file.save(book)
    try file.save(book)
    #expect(file.load() == (book, nil))
  }

  @Test func `what was chosen for single routes comes back, too, in the spelling of the settings`() throws {
    var one = RouteChoices()
    one.onUnplug = .continue
    one.onPlug = .nothing
    one.releaseAfter = .seconds(300)
    var other = RouteChoices()
    other.speakerLevel = .some(nil)
    other.releaseAfter = .some(nil)
    var third = RouteChoices()
    third.speakerLevel = Level(percent: 30)
    let book = VolumeBook(
      levels: [RouteID("headphones:PCH"): Level(percent: 35)],
      choices: [RouteID("headphones:PCH"): one, RouteID("speaker:PCH"): other, RouteID("speaker:\"ü\""): third])
    try file.save(book)
    #expect(file.load() == (book, nil))
    // The settings file would understand the same tables.
    let text = String(decoding: try #require(try FileContents.read(file.path)), as: UTF8.self)
    let rest = text.split(separator: "[").filter { !$0.hasPrefix("levels]") }.map { "[\($0)" }.joined()
    let settings = EffectiveSettings(text: rest, name: "settings.toml")
    #expect(settings.problems == [])
    #expect(settings.values.session.onUnplugs == [RouteID("headphones:PCH"): .continue])
    #expect(settings.values.session.releaseAfters[RouteID("speaker:PCH")] == .some(nil))
  }

  @Test func `a choice that no program of ours has written is none`() throws {
    let text = """
      [on-unplug-of]
      "a" = "explode"
      [on-plug-of]
      "a" = 3
      [speaker-volume-of]
      "a" = 101
      [release-after-of]
      "a" = -5
      "b" = 0
      [other]
      "a" = "keep"
      """
    try FileContents.write(Array(text.utf8), to: file.path)
    let saved = file.load()
    #expect(saved.book == VolumeBook())
    #expect(saved.problem == "volume.toml:2: on-unplug-of.a is nothing that cans has written (ignored)")
  }

  @Test func `two players that keep one file leave each other's levels alone`() throws {
    let (here, there, both) = (RouteID("headphones:PCH"), RouteID("usb:DAC"), RouteID("speaker:PCH"))
    var chosen = RouteChoices()
    chosen.onUnplug = .stop
    let base = VolumeBook(levels: [both: Level(percent: 50)], muted: [both])
    try file.save(base)
    // One sets a level and a choice, the other another level, and takes a mute back.
    try file.save(
      VolumeBook(
        levels: [both: Level(percent: 50), here: Level(percent: 10)], muted: [both, here], choices: [here: chosen]),
      since: base)
    try file.save(VolumeBook(levels: [both: Level(percent: 40), there: Level(percent: 20)]), since: base)
    let all = VolumeBook(
      levels: [both: Level(percent: 40), here: Level(percent: 10), there: Level(percent: 20)], muted: [here],
      choices: [here: chosen])
    #expect(file.load() == (all, nil))
  }

  @Test func `what cannot be read is kept under another name before it is written over`() throws {
    let text = "[levels]\n\"a\" = 30\n\"b\" = = 40\n"
    try FileContents.write(Array(text.utf8), to: file.path)
    let saved = file.load().book
    #expect(saved == VolumeBook(levels: [RouteID("a"): Level(percent: 30)]))
    let new = VolumeBook(levels: [RouteID("a"): Level(percent: 35)])
    try file.save(new, since: saved)
    #expect(file.load() == (new, nil))
    let kept = try FileContents.read(file.path.folder.appending(FilePath("volume.toml.damaged")))
    #expect(kept == Array(text.utf8))
    // What is whole has no copy; and without a file all of the book is written.
    try file.save(new, since: saved)
    #expect(try FileContents.read(file.path.folder.appending(FilePath("volume.toml.damaged-2"))) == nil)
    _ = file.path.withCString { unlink($0) }
    try file.save(new, since: new)
    #expect(file.load() == (new, nil))
  }

  @Test func `nothing saved and nonsense saved are an empty book, and nonsense is told`() throws {
    #expect(file.load() == (VolumeBook(), nil))
    try FileContents.write(Array("levels = \u{1}".utf8), to: file.path)
    let saved = file.load()
    #expect(saved.book == VolumeBook())
    #expect(saved.problem?.hasPrefix("volume.toml:1: ") == true && saved.problem?.hasSuffix("(line 1 ignored)") == true)
    // A folder in its place.
    #expect(VolumeFile(path: folder).load().problem?.isEmpty == false)
  }

  @Test func `a level out of range is no level`() throws {
    try FileContents.write(Array("[levels]\n\"a\" = 99999999999\n\"b\" = -5\n\"c\" = 40\n".utf8), to: file.path)
    #expect(file.load().book.levels == [RouteID("c"): Level(percent: 40)])
  }

  @Test func `what the thread has saved is not written again in the end`() throws {
    let book = VolumeBook(levels: [RouteID("headphones:PCH"): Level(percent: 35)])
    let keeper = VolumeKeeper(file: file, saved: VolumeBook())
    keeper.save(book)
    #expect(waits(atMost: .seconds(10)) { file.load().book == book })
    try FileContents.write([], to: file.path)
    try keeper.finish()
    #expect(file.load().book == VolumeBook())
  }

  @Test func `what could not be saved is tried again in the end, and told`() {
    let keeper = VolumeKeeper(
      file: VolumeFile(path: FilePath("/proc/cans/volume.toml")), saved: VolumeBook())
    keeper.save(VolumeBook(levels: [RouteID("headphones:PCH"): Level(percent: 35)]))
    #expect(throws: SystemCallError.self) { try keeper.finish() }
  }

  @Test func `a folder that cannot be written is an error that names the file`() {
    let impossible = VolumeFile(path: FilePath("/proc/cans/volume.toml"))
    #expect(throws: SystemCallError.self) { try impossible.save(VolumeBook()) }
  }
}
