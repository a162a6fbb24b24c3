internal import CNcurses

extension Key {
  /// The key that sends this character; nil for one without a meaning.
  init?(character code: wint_t) {
    switch code {
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    case 8, 127: self = .backspace
    case 1...26: self = .control(Character(Unicode.Scalar(UInt8(ascii: "A") - 1 + UInt8(code))))
    case 0..<32: return nil
    default:
      guard let scalar = Unicode.Scalar(code) else { return nil }
      self = .character(Character(scalar))
    }
  }

  /// The key of this number of ncurses'; nil for those that we have no use for.
  init?(functionKey code: Int32) {
    switch code {
    case KEY_UP: self = .up
    case KEY_DOWN: self = .down
    case KEY_LEFT: self = .left
    case KEY_RIGHT: self = .right
    case KEY_PPAGE: self = .pageUp
    case KEY_NPAGE: self = .pageDown
    case KEY_HOME, KEY_FIND: self = .home
    case KEY_END, KEY_SELECT: self = .end
    case KEY_ENTER: self = .enter
    case KEY_BACKSPACE: self = .backspace
    case KEY_BTAB: self = .backTab
    default: return nil
    }
  }
}
