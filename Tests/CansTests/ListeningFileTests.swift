import Foundation
import LinuxSystem
import PlayerCore
import Testing

@testable import cans

/// What was heard, from one run to the next.
@MainActor
struct ListeningFileTests {
  private let folder: String = {
    var template = Array("/tmp/cans-listening-XXXXXX".utf8CString)
    return String(cString: mkdtemp(&template))
  }()

  private var path: FilePath { FilePath(folder + "/state/cans/listening.txt") }
  private var file: ListeningFile { ListeningFile(path: path) }
  private let route = RouteID("usb:Some Maker:serial 5")

  private func book(_ day: Int, _ seconds: Double) -> ListeningBook {
    var book = ListeningBook()
    book.add(HeardSound(seconds: seconds, energy: seconds / 7), on: route, day: day)
    return book
  }

  @Test func `it comes back as it was, and two players add up`() throws {
    #expect(file.load().book.isEmpty && file.load().problem == nil)
    #expect(try file.add(book(20_000, 60.25), today: 20_000))
    #expect(try ListeningFile(path: path).add(book(20_000, 10), today: 20_000))
    #expect(try file.add(book(20_001, 1e-7), today: 20_001))
    var expected = book(20_000, 60.25)
    expected.add(book(20_000, 10))
    expected.add(book(20_001, 1e-7))
    #expect(file.load().book == expected && file.load().problem == nil)
    #expect(try FileManager.default.attributesOfItem(atPath: path.text)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `days long ago are forgotten`() throws {
    for day in 0..<50 { #expect(try file.add(book(day, 1), today: day)) }
    #expect(file.load().book.days.keys.sorted() == Array(20..<50))
  }

  @Test(arguments: [
    "nonsense\n", "20000 x 1 headphones:PCH\n", "20000 1 1\n", "20000 -1 nan headphones:PCH\n", "20000 1 1 h",
  ])
  func `what cannot be read is kept aside, and the rest counts`(damage: String) throws {
    #expect(try file.add(book(20_000, 60), today: 20_000))
    let text = try String(contentsOfFile: path.text, encoding: .utf8) + damage
    try text.write(toFile: path.text, atomically: true, encoding: .utf8)
    #expect(file.load().problem?.contains("could not be read") == true)
    #expect(try file.add(book(20_000, 5), today: 20_000))
    #expect((file.load().book.days[20_000]?[route]?.seconds ?? 0) == 65 && file.load().problem == nil)
    #expect(try String(contentsOfFile: path.text + ".damaged", encoding: .utf8) == text)
  }

  @Test func `another player that writes just now is not disturbed`() throws {
    #expect(try file.add(book(20_000, 60), today: 20_000))
    let lock = try FileLock(path: path.appendingEnding(".lock"))
    #expect(try !file.add(book(20_000, 60), today: 20_000))
    withExtendedLifetime(lock) {}
  }

  @Test func `the keeper tells the day and what there was, and saves at the end at the latest`() throws {
    #expect(try file.add(book(20_000, 60), today: 20_000))
    let keeper = ListeningKeeper(path: path)
    #expect(waitUntilReadable(keeper.descriptor, milliseconds: 30_000))
    let today = LocalTime.day(at: WallClock.now)
    #expect(keeper.takeEvents() == [.dayBegan(today), .listeningOpened(book(20_000, 60))])
    #expect(keeper.takeEvents().isEmpty)
    keeper.save(book(20_000, 4), today: 20_000)
    #expect(keeper.finish().isEmpty)
    #expect(file.load().book.days[20_000]?[route]?.seconds == 64)
  }

  @Test func `a folder that cannot be written is told`() throws {
    try Data().write(to: URL(filePath: folder + "/state"))
    let keeper = ListeningKeeper(path: path)
    keeper.save(book(20_000, 4), today: 20_000)
    #expect(keeper.finish().contains { $0.contains("listening time is not kept") })
  }
}
