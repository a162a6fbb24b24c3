internal import CUchardet

/// Whether libuchardet is installed, which guesses the encoding of texts. Loads it; may wait for the disk. Any thread.
public func isUchardetInstalled() -> Bool { cans_uchardet_load() != 0 }

/// How the bytes of a text that does not say so are to be read.
///
/// A byte order mark decides; then what is valid UTF-8 is UTF-8, for text in other encodings hardly ever is by chance.
/// libuchardet guesses the rest, and is believed only where the guess rests on enough letters: of a few it makes Hebrew
/// out of Danish. Windows-1252, which includes Latin-1, is what remains.
enum TextEncoding: Equatable {
  case utf8
  case utf16(isBigEndian: Bool)
  case windows1252
  /// Another one, by its name in iconv(3).
  case named(String)

  /// The likeliest encoding of `bytes`. Blocks for some milliseconds when the first guess is needed.
  init(of bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0xFE, 0xFF]) {
      self = .utf16(isBigEndian: true)
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      self = .utf16(isBigEndian: false)
    } else if Self.isUTF8(bytes) {
      self = .utf8
    } else {
      self = Self.guess(Array(bytes.prefix(Self.mostBytes)))
    }
  }

  /// More bytes make no better guess.
  private static let mostBytes = 256 * 1_024

  /// Whether `bytes` are UTF-8, or were before a few of them were damaged or cut off.
  private static func isUTF8(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) || String(validating: bytes, as: UTF8.self) != nil { return true }
    var good = 0
    var bad = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where !scalar.isASCII {
      if scalar == "\u{FFFD}" { bad += 1 } else { good += 1 }
    }
    return good > 4 * bad
  }

  private static func guess(_ bytes: [UInt8]) -> TextEncoding {
    let evidence = Evidence(bytes)
    guard evidence.highLetters >= Evidence.fewest else { return .windows1252 }
    guard let name = uchardetName(bytes) else { return evidence.isCommonChinese ? .named("GB18030") : .windows1252 }
    let script = Script(ofEncoding: name)
    guard evidence.supports(script) else { return .windows1252 }
    return name == "WINDOWS-1252" || name == "ISO-8859-1" || name == "ASCII" ? .windows1252 : .named(name)
  }

  private static func uchardetName(_ bytes: [UInt8]) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
      let isGuessed = bytes.withUnsafeBytes { bytes in
        cans_uchardet_guess(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, name.baseAddress, name.count)
      }
      return isGuessed != 0 ? String(cString: name.baseAddress!) : nil
    }
  }

  /// What an encoding is made for.
  private enum Script {
    /// Latin letters, of which the few with accents lie above ASCII.
    case latin
    /// An alphabet that lies above ASCII as a whole.
    case other
    /// Two and more bytes a character.
    case multibyte

    init(ofEncoding name: String) {
      let latin: Set = [
        "ASCII", "WINDOWS-1250", "WINDOWS-1252", "WINDOWS-1254", "WINDOWS-1257", "WINDOWS-1258", "ISO-8859-1",
        "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-9", "ISO-8859-10", "ISO-8859-13", "ISO-8859-15",
        "ISO-8859-16", "IBM852", "MAC-CENTRALEUROPE", "VISCII",
      ]
      let multibyte: Set = [
        "SHIFT_JIS", "EUC-JP", "ISO-2022-JP", "EUC-KR", "UHC", "ISO-2022-KR", "BIG5", "EUC-TW", "GB18030", "HZ-GB-2312",
        "UTF-16", "UTF-32",
      ]
      self = latin.contains(name) ? .latin : multibyte.contains(name) ? .multibyte : .other
    }
  }

  /// What can be counted in a text without knowing its encoding.
  private struct Evidence {
    /// Bytes above ASCII.
    private(set) var highLetters = 0
    /// ASCII letters in words that have bytes above ASCII, too.
    private(set) var plainLetters = 0
    /// Whether all bytes above ASCII are pairs that stand for the 3,755 commonest characters of GB 2312. In a text of a
    /// few of them libuchardet finds Korean just as likely, and says nothing.
    private(set) var isCommonChinese = true

    /// With fewer bytes above ASCII any guess is a lottery.
    static let fewest = 6

    init(_ bytes: [UInt8]) {
      var high = 0
      var plain = 0
      var isSecond = false
      for byte in bytes + [0x20] {
        if byte >= 0x80 || isSecond {
          isCommonChinese = isCommonChinese && (isSecond ? byte >= 0xA1 : (0xB0...0xD7).contains(byte))
          isSecond.toggle()
        }
        switch byte {
        case 0x80...: high += 1
        case 0x41...0x5A, 0x61...0x7A: plain += 1
        default:
          if high > 0 { (highLetters, plainLetters) = (highLetters + high, plainLetters + plain) }
          (high, plain) = (0, 0)
        }
      }
    }

    /// In words of another alphabet nearly all letters lie above ASCII, in those of Latin letters the fewer do.
    func supports(_ script: Script) -> Bool {
      switch script {
      case .latin: highLetters < plainLetters
      case .other: highLetters > 2 * plainLetters
      case .multibyte: true
      }
    }
  }
}
