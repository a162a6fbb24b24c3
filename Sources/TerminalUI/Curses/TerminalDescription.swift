internal import CNcurses

/// What the terminfo database says about the terminal, read before the terminal is touched.
struct TerminalDescription: Sendable {
  /// The terminal's type, the value of TERM.
  let name: String
  /// The bytes that undo what a screen changes: key mode, colours, cursor, alternate screen.
  let restore: [UInt8]
  /// How many colours it has.
  let colours: Int

  /// The terminal of type `name` (the value of TERM, if there is one) behind `descriptor`.
  init(name: String?, descriptor: Int32) throws(ScreenError) {
    guard let name, !name.isEmpty else { throw .noTerminalType }
    var status: Int32 = 0
    guard setupterm(name, descriptor, &status) == OK else {
      // Generic types ("dumb", "unknown") and hard copy are known, but refused with 0 and 1.
      throw status < 0 ? .noTerminfo : (name == "dumb" ? .cannotMoveCursor(name) : .unknownTerminal(name))
    }
    // The screen makes a description of its own.
    defer { del_curterm(set_curterm(nil)) }
    guard TerminalDescription.capability("cup") != nil else { throw .cannotMoveCursor(name) }
    self.name = name
    colours = max(Int(tigetnum("colors")), 0)
    restore = ["rmkx", "op", "sgr0", "cnorm", "rmcup"].flatMap { TerminalDescription.capability($0) ?? [] }
  }

  /// A string of the current description, without the padding that terminals of old needed ("$<5/>").
  private static func capability(_ name: String) -> [UInt8]? {
    guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
    var bytes: [UInt8] = []
    var isPadding = false
    for byte in String(cString: text).utf8 {
      if isPadding {
        isPadding = byte != UInt8(ascii: ">")
      } else if byte == UInt8(ascii: "<"), bytes.last == UInt8(ascii: "$") {
        bytes.removeLast()
        isPadding = true
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
