public import PlayerCore

/// Files as URIs (RFC 8089), escaped as GLib does it, whose programs compare them.
public enum FileURI {
  /// Why a URI names no file here.
  public enum Problem: Error, Hashable, Sendable {
    /// It is of another scheme than `file`, or on another machine.
    case notAFile
    /// It is written wrongly.
    case malformed
  }

  private static let plain = Set("!$&'()*+,-./:=@_~".utf8)

  /// The URI of an absolute `path`.
  public static func text(of path: FilePath) -> String {
    var bytes = Array("file://".utf8)
    for byte in path.bytes {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The absolute path that `text` names.
  public static func path(in text: String) throws(Problem) -> FilePath {
    let scheme = "file:"
    guard text.prefix(scheme.count).lowercased() == scheme else {
      throw hasScheme(text) ? .notAFile : .malformed
    }
    var rest = text.utf8.dropFirst(scheme.utf8.count)
    if rest.starts(with: "//".utf8) {
      let host = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else { throw .notAFile }
      rest = rest.dropFirst(2 + host.count)
    }
    guard rest.first == UInt8(ascii: "/"), !rest.contains(UInt8(ascii: "#")) else { throw .malformed }
    return FilePath(bytes: try unescaped(rest))
  }

  private static func unescaped(_ text: Substring.UTF8View.SubSequence) throws(Problem) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), text)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value), high + low > 0 else {
        throw .malformed
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: plain.contains(byte)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { Array("0123456789ABCDEF".utf8)[Int(value)] }

  private static func value(_ digit: UInt8) -> UInt8? {
    UInt8(String(decoding: [digit], as: UTF8.self), radix: 16)
  }

  private static func hasScheme(_ text: String) -> Bool {
    let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    return !name.isEmpty && name.count < text.utf8.count && name.allSatisfy { isPlain($0) && $0 != UInt8(ascii: "/") }
  }
}
