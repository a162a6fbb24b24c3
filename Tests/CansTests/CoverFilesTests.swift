import Foundation
import LinuxSystem
import PlayerCore
import Testing

@testable import cans

struct CoverFilesTests {
  private let covers: CoverFiles = {
    var template = Array("/tmp/cans-covers-XXXXXX".utf8CString)
    let folder = FilePath(String(cString: mkdtemp(&template)))
    return CoverFiles(folder: folder.appending(FilePath("cache/covers")), mostFiles: 3, mostBytes: 1_000)
  }()

  private var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: covers.folder.text)) ?? [])
  }

  /// Makes `file` look as if it was used so many seconds ago.
  private func age(_ file: FilePath?, seconds: Int) throws {
    let date = Date(timeIntervalSinceNow: -Double(seconds))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: #require(file).text)
  }

  @Test func `a picture is one file, for its user alone, whose name follows from its contents`() throws {
    let first = try #require(covers.file(of: [1, 2, 3], type: "image/jpeg"))
    #expect(covers.file(of: [1, 2, 3], type: "image/jpeg") == first && first.text.hasSuffix("-3.jpg"))
    #expect(try FileContents.read(first) == [1, 2, 3])
    let second = try #require(covers.file(of: [1, 2, 4], type: "image/png"))
    #expect(second != first && second.text.hasSuffix("-3.png") && names.count == 2)
    let mode = try FileManager.default.attributesOfItem(atPath: first.text)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `a file that was cut short is made anew`() throws {
    let file = try #require(covers.file(of: [1, 2, 3], type: "image/png"))
    try FileContents.write([1], to: file)
    #expect(covers.file(of: [1, 2, 3], type: "image/png") == file)
    #expect(try FileContents.read(file) == [1, 2, 3])
  }

  @Test func `what was used longest ago makes room, by number and by size`() throws {
    let files = (1...3).map { covers.file(of: [UInt8($0)], type: "image/png") }
    for (index, file) in files.enumerated() { try age(file, seconds: 100 - index) }
    // Used again, the oldest is the newest.
    _ = covers.file(of: [1], type: "image/png")
    let fourth = covers.file(of: [4], type: "image/png")
    #expect(names == Set([files[0], files[2], fourth].map { $0!.lastComponent.text }))
    let large = covers.file(of: Array(repeating: 5, count: 999), type: "image/png")
    #expect(names.contains(large!.lastComponent.text) && names.count == 2)
    // What alone is too large stays as long as it is the newest.
    let huge = covers.file(of: Array(repeating: 6, count: 5_000), type: "image/png")
    #expect(names == [huge!.lastComponent.text])
  }

  @Test func `without a place for it there is no cover`() throws {
    let file = FilePath("/proc/nowhere")
    #expect(CoverFiles(folder: file).file(of: [1], type: "image/png") == nil)
  }
}
