import PlayerCore
import Testing

@testable import MessageBus

struct FileURITests {
  static let pairs: [(path: [UInt8], text: String)] = [
    (Array("/music/a.flac".utf8), "file:///music/a.flac"), (Array("/a b#?%.mp3".utf8), "file:///a%20b%23%3F%25.mp3"),
    (Array("/ü/é".utf8), "file:///%C3%BC/%C3%A9"), ([0x2F, 0xFF, 0x0A], "file:///%FF%0A"),
    (Array("/(x)!$&'*+,-.:=@_~;[]".utf8), "file:///(x)!$&'*+,-.:=@_~%3B%5B%5D"),
  ]

  @Test(arguments: pairs) func `paths become URIs and come back`(path: [UInt8], text: String) throws {
    #expect(FileURI.text(of: FilePath(bytes: path)) == text)
    #expect(try FileURI.path(in: text) == FilePath(bytes: path))
  }

  @Test(arguments: ["file:/a/b", "FILE:///a/b", "file://localhost/a/b", "file:///a%2Fb", "file:///%61/b"])
  func `other spellings of a path are read`(text: String) throws {
    #expect(try FileURI.path(in: text) == FilePath("/a/b"))
  }

  @Test(arguments: ["http://x/a", "cdda://1", "file://server/a", "smb:///a"])
  func `other places are told apart`(text: String) {
    #expect(throws: FileURI.Problem.notAFile) { try FileURI.path(in: text) }
  }

  @Test(arguments: [
    "", "file:", "file://", "/a/b", "a/b:c", "file:a", "file:///a%", "file:///a%2", "file:///%zz",
    "file:///a%00b", "file:///a#1", "file:///%+1",
  ])
  func `what is malformed is refused`(text: String) {
    #expect(throws: FileURI.Problem.malformed) { try FileURI.path(in: text) }
  }
}

struct BusTextTests {
  @Test func `text that a bus would refuse is mended`() {
    #expect("Grüße 🎧".fitForBus == "Grüße 🎧")
    for code: UInt32 in [0, 0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFF, 0x10FFFE] {
      let scalar = Unicode.Scalar(code)!
      #expect("a\(scalar)b".fitForBus == "a\u{FFFD}b")
    }
    #expect(String(repeating: "é", count: 100_000).fitForBus.unicodeScalars.count == 16_384)
  }
}

struct CallersTests {
  @Test func `calls wait until their caller is known, and keep their order`() {
    var callers = Callers<Int>()
    #expect(callers.receive(1, from: ":1.5") == .wait(asks: true))
    #expect(callers.receive(2, from: ":1.5") == .wait(asks: false))
    #expect(callers.receive(3, from: ":1.6") == .wait(asks: true))
    #expect(callers.identify(":1.5", as: "wireplumber") == [1, 2])
    #expect(callers.receive(4, from: ":1.5") == .answer(process: "wireplumber"))
    #expect(callers.identify(":1.6", as: nil) == [3])
    #expect(callers.receive(5, from: ":1.6") == .answer(process: nil))
  }

  @Test func `a flood is answered without asking, and forgotten`() {
    var callers = Callers<Int>()
    for index in 0..<Callers<Int>.limit { #expect(callers.receive(index, from: ":1.\(index)") == .wait(asks: true)) }
    #expect(callers.receive(0, from: ":1.999") == .answer(process: nil))
    for index in 0..<(Callers<Int>.limit * 3) { _ = callers.identify(":1.\(index)", as: "x") }
    #expect(callers.receive(1, from: ":1.0") == .wait(asks: true))
  }
}
