internal import CNcurses

extension Key {
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
