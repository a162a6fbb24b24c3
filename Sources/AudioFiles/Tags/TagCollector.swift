internal import CTagLib
internal import PlayerCore

/// Takes what TagLib finds in a file and puts it together as `Tags`.
final class TagCollector {
  /// What costs time or memory and is read only for those who want it.
  struct Wanted: OptionSet {
    let rawValue: Int
    static let pictures = Wanted(rawValue: 1)
    static let lyrics = Wanted(rawValue: 2)
    static let chapters = Wanted(rawValue: 4)
    static let all: Wanted = [.pictures, .lyrics, .chapters]
  }

  /// The texts of one name. Only the first format that has the name counts: an ID3v1 tag repeats what stands in the
  /// others, and cuts it.
  private struct Entry {
    let scheme: cans_tag_scheme
    var texts: [RawText]
  }

  private var entries: [TagName: Entry] = [:]
  private var pictures: [(picture: Picture, description: RawText)] = []
  private var lyrics: [(language: String, text: RawText, lines: [(start: MediaTime, text: RawText)])] = []
  private var chapters: [(chapter: Chapter, title: RawText)] = []
  private var count = 0

  /// No honest file has more texts.
  private static let mostTexts = 1 << 16

  /// Reads the tags of `file`.
  init(of file: borrowing OpenFile, wanted: Wanted) {
    var visitor = cans_tag_visitor(
      context: Unmanaged.passUnretained(self).toOpaque(),
      text: { context, scheme, name, value in TagCollector.at(context).take(name, value, scheme) },
      picture: { context, picture in TagCollector.at(context).take(picture!.pointee) },
      lyrics: { context, lyrics in TagCollector.at(context).take(lyrics!.pointee) },
      chapter: { context, chapter in TagCollector.at(context).take(chapter!.pointee) })
    if !wanted.contains(.pictures) { visitor.picture = nil }
    if !wanted.contains(.lyrics) { visitor.lyrics = nil }
    if !wanted.contains(.chapters) { visitor.chapter = nil }
    cans_tags_read(file.descriptor, file.size, &visitor)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> TagCollector {
    Unmanaged<TagCollector>.fromOpaque(context!).takeUnretainedValue()
  }

  private func take(_ name: cans_tag_text, _ value: cans_tag_text, _ scheme: cans_tag_scheme) {
    guard count < Self.mostTexts else { return }
    count += 1
    let name = TagTable.name(of: RawText(name).text(.windows1252), in: scheme)
    let text = RawText(value, isUTF8: scheme == CANS_TAG_VORBIS || scheme == CANS_TAG_CAF)
    if entries[name]?.scheme == scheme {
      entries[name]!.texts.append(text)
    } else if entries[name] == nil {
      entries[name] = Entry(scheme: scheme, texts: [text])
    }
  }

  private func take(_ picture: cans_tag_picture) {
    let bytes = Array(UnsafeRawBufferPointer(start: picture.bytes, count: picture.count))
    var mimeType = RawText(picture.mime).text(.windows1252)
    // ID3v2.2 names three letters, and some programs write nothing, or nonsense.
    if !mimeType.contains("/") || mimeType == "image/" { mimeType = ImageHeader(bytes)?.mimeType ?? mimeType }
    let found = Picture(kind: .init(rawValue: Int(picture.type)), mimeType: mimeType, description: "", bytes: bytes)
    pictures.append((found, RawText(picture.description)))
  }

  private func take(_ lyrics: cans_tag_lyrics) {
    let lines = UnsafeBufferPointer(start: lyrics.lines, count: lyrics.count).map { line in
      (start: MediaTime(Int64(line.milliseconds), timescale: 1_000), text: RawText(line.text))
    }
    self.lyrics.append((RawText(lyrics.language).text(.windows1252), RawText(lyrics.text), lines))
  }

  private func take(_ chapter: cans_tag_chapter) {
    guard chapters.count < Self.mostTexts, let start = Int64(exactly: chapter.start),
      let timescale = Int32(exactly: chapter.timescale)
    else { return }
    let end = Int64(exactly: chapter.end).flatMap { $0 > start ? MediaTime($0, timescale: timescale) : nil }
    let found = Chapter(start: MediaTime(start, timescale: timescale), end: end, title: nil)
    chapters.append((found, RawText(chapter.title)))
  }

  /// What was found. Texts without a declared encoding are taken for what all of them together look like: one of them
  /// alone is too short to tell.
  func tags() -> Tags {
    let encoding = RawText.commonEncoding(of: allTexts)
    func text(_ raw: RawText) -> String? {
      let text = raw.text(encoding).trimmingBlanks
      return text.isEmpty ? nil : text
    }
    var tags = Tags()
    for (name, entry) in entries {
      var known: Set<String> = []
      let values = entry.texts.compactMap(text).filter { known.insert($0).inserted }
      if !values.isEmpty { tags.texts[name] = values }
    }
    for (var picture, description) in pictures {
      picture.description = text(description) ?? ""
      tags.pictures.append(picture)
    }
    for (language, words, lines) in lyrics {
      let isLanguage = language.utf8.count == 3 && language.lowercased() != "xxx" && !language.utf8.contains(0)
      let timed = lines.map { Lyrics.Line(start: $0.start, text: $0.text.text(encoding)) }
      guard let words = timed.isEmpty ? text(words).map(Lyrics.Words.plain) : .timed(timed) else { continue }
      tags.lyrics.append(Lyrics(language: isLanguage ? language : nil, words: words))
    }
    for (var chapter, title) in chapters {
      chapter.title = text(title)
      tags.chapters.append(chapter)
    }
    return tags
  }

  private var allTexts: some Sequence<RawText> {
    let words = lyrics.flatMap { [$0.text] + $0.lines.map(\.text) }
    return entries.values.flatMap(\.texts) + pictures.map(\.description) + words + chapters.map(\.title)
  }
}
