internal import PlayerCore

/// The tags of a Matroska or WebM file (RFC 9559), a format that TagLib does not read.
struct MatroskaTags {
  /// What was found; empty if the file is no Matroska.
  private(set) var tags = Tags()

  private enum Identifier {
    static let header: UInt32 = 0x1A45_DFA3
    static let segment: UInt32 = 0x1853_8067
    static let cluster: UInt32 = 0x1F43_B675
    static let (seekHead, seek, seekIdentifier, seekPosition): (UInt32, UInt32, UInt32, UInt32) = (
      0x114D_9B74, 0x4DBB, 0x53AB, 0x53AC
    )
    static let (information, title): (UInt32, UInt32) = (0x1549_A966, 0x7BA9)
    static let (tags, tag, targets, targetType): (UInt32, UInt32, UInt32, UInt32) = (
      0x1254_C367, 0x7373, 0x63C0, 0x68CA
    )
    static let (simpleTag, name, string): (UInt32, UInt32, UInt32) = (0x67C8, 0x45A3, 0x4487)
    static let (chapters, edition, chapter): (UInt32, UInt32, UInt32) = (0x1043_A770, 0x45B9, 0xB6)
    static let (chapterStart, chapterEnd, display, chapterTitle): (UInt32, UInt32, UInt32, UInt32) = (
      0x91, 0x92, 0x80, 0x85
    )
    static let (attachments, attachment): (UInt32, UInt32) = (0x1941_A469, 0x61A7)
    static let (fileDescription, fileName, fileType, fileData): (UInt32, UInt32, UInt32, UInt32) = (
      0x467E, 0x466E, 0x4660, 0x465C
    )
  }

  private static let longestText = 1 << 20
  private static let largestPicture = 32 << 20
  private static let mostChapters = 10_000

  /// Reads what is `wanted` from `file`.
  init(of file: borrowing OpenFile, wanted: TagCollector.Wanted) {
    guard let header = EBMLElements.Element(at: 0, before: file.size, of: file), header.identifier == Identifier.header,
      let segment = EBMLElements.Element(at: header.contents.upperBound, before: file.size, of: file),
      segment.identifier == Identifier.segment
    else { return }
    let parts = Self.parts(of: segment.contents, of: file)
    if let part = parts[Identifier.information], let title = Self.text(Identifier.title, in: part, of: file) {
      tags.texts[.title] = [title]
    }
    if let part = parts[Identifier.tags] { takeTags(part, of: file) }
    if wanted.contains(.chapters), let part = parts[Identifier.chapters] { takeChapters(part, of: file) }
    if wanted.contains(.pictures), let part = parts[Identifier.attachments] { takePictures(part, of: file) }
  }

  /// The parts of the file by identifier: those before the sound, and those that a table names, for tags may follow it.
  private static func parts(of segment: Range<Int64>, of file: borrowing OpenFile) -> [UInt32: Range<Int64>] {
    var parts: [UInt32: Range<Int64>] = [:]
    let front = EBMLElements(in: segment, of: file, upTo: Identifier.cluster)
    for element in front.elements { parts[element.identifier] = element.contents }
    for table in front.all(Identifier.seekHead) {
      for seek in EBMLElements(in: table, of: file).all(Identifier.seek) {
        guard let position = number(Identifier.seekPosition, in: seek, of: file),
          position < segment.upperBound - segment.lowerBound,
          let element = EBMLElements.Element(at: segment.lowerBound + position, before: segment.upperBound, of: file)
        else { continue }
        parts[element.identifier] = parts[element.identifier] ?? element.contents
      }
    }
    return parts
  }

  /// What is about the album as a whole has names of its own; without a word on that, it is about the track.
  private mutating func takeTags(_ range: Range<Int64>, of file: borrowing OpenFile) {
    for tag in EBMLElements(in: range, of: file).all(Identifier.tag) {
      let elements = EBMLElements(in: tag, of: file)
      let targets = elements.all(Identifier.targets).first
      let isAlbum = targets.flatMap { Self.number(Identifier.targetType, in: $0, of: file) } == 50
      for simple in elements.all(Identifier.simpleTag) {
        guard let native = Self.text(Identifier.name, in: simple, of: file),
          let value = Self.text(Identifier.string, in: simple, of: file)
        else { continue }
        let name = TagTable.matroskaName(of: native, isAlbum: isAlbum)
        if tags.texts[name]?.contains(value) != true { tags.texts[name, default: []].append(value) }
      }
    }
  }

  private mutating func takeChapters(_ range: Range<Int64>, of file: borrowing OpenFile) {
    guard let edition = EBMLElements(in: range, of: file).all(Identifier.edition).first else { return }
    for chapter in EBMLElements(in: edition, of: file).all(Identifier.chapter).prefix(Self.mostChapters) {
      func time(_ identifier: UInt32) -> MediaTime? {
        Self.number(identifier, in: chapter, of: file).map { MediaTime($0, timescale: 1_000_000_000) }
      }
      guard let start = time(Identifier.chapterStart) else { continue }
      let display = EBMLElements(in: chapter, of: file).all(Identifier.display).first
      let title = display.flatMap { Self.text(Identifier.chapterTitle, in: $0, of: file) }
      tags.chapters.append(Chapter(start: start, end: time(Identifier.chapterEnd), title: title))
    }
  }

  private mutating func takePictures(_ range: Range<Int64>, of file: borrowing OpenFile) {
    var room = Self.largestPicture
    for attachment in EBMLElements(in: range, of: file).all(Identifier.attachment) {
      guard let type = Self.text(Identifier.fileType, in: attachment, of: file), type.hasPrefix("image/"),
        let place = EBMLElements(in: attachment, of: file).all(Identifier.fileData).first, place.count <= room,
        let bytes = try? file.bytes(at: place.lowerBound, count: place.count)
      else { continue }
      room -= place.count
      let name = Self.text(Identifier.fileName, in: attachment, of: file) ?? ""
      let description = Self.text(Identifier.fileDescription, in: attachment, of: file) ?? ""
      let kind = name.hasPrefix("cover") ? Picture.Kind.frontCover : Picture.Kind(rawValue: 0)
      tags.pictures.append(Picture(kind: kind, mimeType: type, description: description, bytes: bytes))
    }
  }

  private static func contents(
    _ identifier: UInt32, in range: Range<Int64>, of file: borrowing OpenFile
  ) -> [UInt8]? {
    guard let place = EBMLElements(in: range, of: file).all(identifier).first, place.count <= longestText else {
      return nil
    }
    return try? file.bytes(at: place.lowerBound, count: place.count)
  }

  private static func text(_ identifier: UInt32, in range: Range<Int64>, of file: borrowing OpenFile) -> String? {
    let text = contents(identifier, in: range, of: file).map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
    return text == "" ? nil : text
  }

  /// A number that is not negative and fits.
  private static func number(_ identifier: UInt32, in range: Range<Int64>, of file: borrowing OpenFile) -> Int64? {
    guard let bytes = contents(identifier, in: range, of: file), bytes.count <= 8 else { return nil }
    let number = Int64(bigEndian: bytes)
    return number >= 0 ? number : nil
  }
}
