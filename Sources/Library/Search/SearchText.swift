/// Text in the form in which it is indexed and looked up. SQLite folds case and accents; what it does not know is done
/// here.
enum SearchText {
  /// `text` with characters of Chinese, Japanese and Korean as words of their own, since these are written without
  /// blanks between words; and with letters that are no letter with an accent, but are typed as one.
  static func folded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var folded = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // Kana, ideographs and syllables of Hangul; those beyond the first plane, too.
      case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3134F:
        folded.append(" ")
        folded.unicodeScalars.append(scalar)
        folded.append(" ")
      // Full-width forms of ASCII.
      case 0xFF01...0xFF5E: folded.unicodeScalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      default: if let plain = plain[scalar] { folded += plain } else { folded.unicodeScalars.append(scalar) }
      }
    }
    return folded
  }

  /// Whether anything in `text` can be found.
  static func isFindable(_ text: String) -> Bool { text.unicodeScalars.contains(where: isFindable) }

  /// Whether `scalar` is a part of words: a letter or a digit.
  static func isFindable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  private static let plain: [Unicode.Scalar: String] = [
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ß": "ss",
    "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ı": "i", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T",
  ]
}
