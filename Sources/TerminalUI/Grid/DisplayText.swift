/// A character as a terminal shows it: a base, the marks upon it, and the columns that it takes (1 or 2).
struct Glyph: Equatable, Sendable {
  var text: String
  var columns: Int
}

/// Text that is safe to show: every glyph takes the columns that it says on every terminal, and nothing in it can move
/// the cursor, change the direction of writing, or start an escape sequence.
struct DisplayText: Equatable, Sendable {
  private(set) var glyphs: [Glyph]
  /// The columns that all of it takes.
  private(set) var columns: Int

  private init(glyphs: [Glyph]) {
    self.glyphs = glyphs
    columns = glyphs.reduce(0) { $0 + $1.columns }
  }

  /// Makes any text safe. What cannot be shown is replaced; what must not be shown is dropped.
  init(_ text: String, _ symbols: Symbols) {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      self.init(glyphs: text.unicodeScalars.map { Glyph(text: String($0), columns: 1) })
    } else {
      var reader = GlyphReader(symbols: symbols)
      for character in text { reader.add(character) }
      self.init(glyphs: reader.glyphs)
    }
  }

  /// `text` so many times in a row, made safe only once.
  init(_ text: String, times count: Int, _ symbols: Symbols) {
    let once = DisplayText(text, symbols)
    self.init(glyphs: Array(repeatElement(once.glyphs, count: max(count, 0)).joined()))
  }

  /// What is to be written.
  var string: String { glyphs.lazy.map(\.text).joined() }

  /// One text behind the other.
  static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    DisplayText(glyphs: left.glyphs + right.glyphs)
  }

  /// Adds a text at the end.
  static func += (left: inout DisplayText, right: DisplayText) { left = left + right }

  /// Where a text stands in a field that is wider.
  enum Alignment: Sendable { case leading, trailing }

  /// Exactly `width` columns: cut with an ellipsis, never through a character, or padded with spaces.
  func fit(_ width: Int, _ symbols: Symbols, alignment: Alignment = .leading) -> DisplayText {
    guard width > 0 else { return DisplayText(glyphs: []) }
    let space = Glyph(text: " ", columns: 1)
    guard columns > width else {
      let padding = Array(repeating: space, count: width - columns)
      return DisplayText(glyphs: alignment == .leading ? glyphs + padding : padding + glyphs)
    }
    var kept: [Glyph] = []
    var used = 1
    for glyph in glyphs {
      guard used + glyph.columns <= width else { break }
      kept.append(glyph)
      used += glyph.columns
    }
    kept.append(Glyph(text: symbols.ellipsis, columns: 1))
    return DisplayText(glyphs: kept + Array(repeating: space, count: width - used))
  }

  /// The end of the text that takes no more than `width` columns.
  func suffix(_ width: Int) -> DisplayText {
    var rest = self
    while rest.columns > width { rest.columns -= rest.glyphs.removeFirst().columns }
    return rest
  }
}

/// Turns characters into glyphs one after the other.
private struct GlyphReader {
  let symbols: Symbols
  var glyphs: [Glyph] = []

  /// Ncurses keeps so many scalars in a cell (CCHARW_MAX), the base included.
  private static let scalarsInCell = 5

  init(symbols: Symbols) { self.symbols = symbols }

  mutating func add(_ character: Character) {
    let scalars = character.unicodeScalars
    // Terminals disagree on the width of emoji sequences (joined, coloured, made textual): the first emoji stands for
    // all. Flags are letters in disguise, and are shown as those.
    if let first = scalars.first, first.isEmoji {
      append(first)
    } else {
      for scalar in scalars { append(scalar) }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.display {
    case .letter(let letter): show(letter)
    case .control(let picture): showText(symbols.hasControlPictures ? String(picture) : symbols.replacement)
    case .dropped: break
    case .unshowable: showText(symbols.replacement)
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    switch columns(of: scalar) {
    case 0: attach(scalar)
    case let columns?: glyphs.append(Glyph(text: String(scalar), columns: columns))
    case nil: showText(scalar.plainSpelling ?? symbols.replacement)
    }
  }

  private mutating func showText(_ text: String) { glyphs.append(Glyph(text: text, columns: 1)) }

  private mutating func attach(_ mark: Unicode.Scalar) {
    if glyphs.isEmpty { showText(" ") }
    let last = glyphs.count - 1
    guard glyphs[last].text.unicodeScalars.count < Self.scalarsInCell else { return }
    glyphs[last].text.unicodeScalars.append(mark)
  }
}

extension Unicode.Scalar {
  /// What becomes of a scalar.
  fileprivate enum Display {
    case letter(Unicode.Scalar)
    case control(picture: Unicode.Scalar)
    case dropped
    case unshowable
  }

  /// Emoji above ASCII, whose digits count as emoji for the sake of key caps.
  fileprivate var isEmoji: Bool {
    value > 0x7F && properties.isEmoji && !isRegionalIndicator && !properties.isEmojiModifier
  }

  private var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  fileprivate var display: Display {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: return .letter(" ")
    case 0..<0x20: return .control(picture: Unicode.Scalar(0x2400 + value)!)
    case 0x7F: return .control(picture: "\u{2421}")
    case 0x20...0x7E: return .letter(self)
    // The frame of a key cap is drawn by no terminal in the cell of its digit.
    case 0x20E3: return .dropped
    default: break
    }
    if isRegionalIndicator { return .letter(Unicode.Scalar(UInt32(UInt8(ascii: "A")) + value - 0x1F1E6)!) }
    if properties.isVariationSelector || properties.isEmojiModifier { return .dropped }
    switch properties.generalCategory {
    // Joiners, direction marks, soft hyphens, tags: nothing to see, but terminals act on them.
    case .format: return .dropped
    // Private use has no width that all agree upon.
    case .control, .surrogate, .privateUse, .unassigned: return .unshowable
    default: return .letter(self)
    }
  }

  /// ASCII for the typographic characters that our own words use, where the locale lacks them.
  fileprivate var plainSpelling: String? {
    switch self {
    case "–", "—", "−": "-"
    case "…": "~"
    case "‘", "’": "'"
    case "“", "”": "\""
    default: nil
    }
  }
}
