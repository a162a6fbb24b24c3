import Testing

@testable import AudioFiles

@Suite struct TextEncodingTests {
  struct Sample: Sendable {
    var bytes: [UInt8]
    var text: String
  }

  static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(arguments: [
    Sample(bytes: ascii("plain"), text: "plain"),
    Sample(bytes: [], text: ""),
    Sample(bytes: ascii("Ænima – über"), text: "Ænima – über"),
    Sample(bytes: [0xEF, 0xBB, 0xBF] + ascii("é"), text: "é"),
    Sample(bytes: [0xFF, 0xFE, 0x61, 0, 0x3C, 0xD8, 0xA7, 0xDF], text: "a🎧"),
    Sample(bytes: [0xFE, 0xFF, 0x04, 0x10, 0, 0x62], text: "Аb"),
    // An odd byte at the end belongs to nothing.
    Sample(bytes: [0xFF, 0xFE, 0x61, 0, 0x62], text: "a"),
  ]) func `marks and UTF-8 decide`(_ sample: Sample) {
    #expect(text(ofUnknownEncoding: sample.bytes) == sample.text)
  }

  @Test(arguments: [
    Sample(bytes: [0xE6, 0xF8, 0xE5], text: "æøå"),
    Sample(bytes: ascii("Beyonc") + [0xE9], text: "Beyoncé"),
    Sample(bytes: ascii("Wond") + [0x92] + ascii("ring ") + [0x93, 0x94, 0x80], text: "Wond’ring “”€"),
    Sample(bytes: [0x81, 0x8D], text: "\u{81}\u{8D}"),
  ]) func `a few letters are Windows-1252, whatever could be guessed from them`(_ sample: Sample) {
    #expect(TextEncoding(of: sample.bytes) == .windows1252)
    #expect(text(ofUnknownEncoding: sample.bytes) == sample.text)
  }

  @Test(arguments: [
    ("CP1251", "Виктор Цой и группа Кино, Звезда по имени Солнце"),
    ("KOI8-R", "Виктор Цой и группа Кино, Звезда по имени Солнце"),
    ("SHIFT_JIS", "椎名林檎の無罪モラトリアムは名盤です"), ("CP1253", "Ο Μίκης Θεοδωράκης και η Μαρία Φαραντούρη τραγουδούν"),
    ("BIG5", "王菲的紅豆是一首很好聽的歌曲"), ("EUC-KR", "아이유의 좋은 날은 유명한 노래입니다"),
  ]) func `longer texts are recognised`(encoding: String, text: String) throws {
    let bytes = try #require(TextEncoding.named(encoding).bytes(text))
    #expect(AudioFiles.text(ofUnknownEncoding: bytes) == text)
  }

  @Test func `UTF-8 that was cut or damaged stays UTF-8`() {
    let bytes = Array("Die Ärzte spielen später öfter für Müßiggänger".utf8)
    #expect(text(ofUnknownEncoding: bytes + [0xC3]) == "Die Ärzte spielen später öfter für Müßiggänger\u{FFFD}")
  }

  @Test func `what an encoding lacks is not written in it`() {
    #expect(TextEncoding.windows1252.bytes("Wond’ring é") == Self.ascii("Wond") + [0x92] + Self.ascii("ring ") + [0xE9])
    #expect(TextEncoding.windows1252.bytes("Трек") == nil)
    #expect(TextEncoding.named("no such encoding").bytes("a") == nil)
  }

  @Test func `an encoding that this system does not know is read as Windows-1252`() {
    #expect(TextEncoding.named("no such encoding").text([0x61, 0xE9]) == "aé")
  }

  @Test func `bytes that mean nothing in an encoding are shown as such`() {
    #expect(TextEncoding.named("EUC-JP").text([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(TextEncoding.named("EUC-JP").text([0x61, 0xA4]) == "a\u{FFFD}")
  }

  @Test func `a long text is converted in blocks`() throws {
    let long = String(repeating: "Звезда по имени Солнце. ", count: 1_000)
    let bytes = try #require(TextEncoding.named("CP1251").bytes(long))
    #expect(bytes.count == long.unicodeScalars.count)
    #expect(TextEncoding.named("CP1251").text(bytes) == long)
  }
}
