internal import CNcurses
internal import Glibc

/// Owns ncurses: from its making until its end the terminal is the screen's. Lives and dies on the screen's thread, for
/// ncurses knows no threads.
struct CursesScreen: ~Copyable {
  private let screen: OpaquePointer
  private let window: UnsafeMutablePointer<WINDOW>
  private let palette: Palette
  private var shown: Grid?

  /// Takes the terminal behind standard input and output. Nothing is written before the first `draw`. Nil if ncurses
  /// refuses, which it has no way to explain.
  init?(terminal: TerminalDescription, wantsColour: Bool) {
    // newterm, as initscr leaves the process when something is wrong.
    guard let output = fdopen(STDOUT_FILENO, "w"), let input = fdopen(STDIN_FILENO, "r"),
      let screen = newterm(terminal.name, output, input)
    else { return nil }
    self.screen = screen
    set_term(screen)
    // Characters at once, but Ctrl-C, Ctrl-Z and Ctrl-S as ever: their signals reach the main thread even when this one
    // is stuck in a write.
    cbreak()
    noecho()
    nonl()
    // A sequence's bytes follow each other faster than this; the escape key alone waits so many milliseconds.
    set_escdelay(25)
    window = cans_standard_window()
    keypad(window, true)
    // Of a report of the mouse ncurses would take the start and leave the rest.
    keyok(KEY_MOUSE, false)
    nodelay(window, true)
    leaveok(window, true)
    // Or every draw would look at the keyboard three times, to put itself off if a key waits.
    typeahead(-1)
    curs_set(0)
    palette = Palette(wantsColour: wantsColour)
    fitToTerminal()
  }

  // Only `leave` writes: the terminal may be another program's by now.
  deinit { delscreen(screen) }

  /// Columns and rows.
  var size: GridSize { GridSize(columns: Int(getmaxx(window)), rows: Int(getmaxy(window))) }

  /// Follows the terminal's size; true if it was another.
  @discardableResult
  func fitToTerminal() -> Bool {
    var terminal = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &terminal) == 0, terminal.ws_row > 0, terminal.ws_col > 0 else {
      return false
    }
    let new = GridSize(columns: Int(terminal.ws_col), rows: Int(terminal.ws_row))
    guard new != size else { return false }
    // Not resizeterm, which also makes up a key press.
    resize_term(Int32(new.rows), Int32(new.columns))
    return true
  }

  /// Shows `grid`, writing only what differs from what is there: nothing, if nothing does. Blocks
  /// while the terminal does not read.
  mutating func draw(_ grid: Grid) {
    guard grid != shown else { return }
    // Ncurses would find out by itself, cell by cell.
    let before = shown?.size == grid.size ? shown : nil
    for row in 0..<grid.size.rows where before?.row(row) != grid.row(row) { draw(grid.row(row), row: row) }
    wrefresh(window)
    shown = grid
  }

  /// Draws the next grid in full, whatever the terminal shows by now.
  mutating func forget() {
    clearok(window, true)
    shown = nil
  }

  /// Gives the terminal to another program. The next `draw` takes it back.
  mutating func leave() {
    if !isendwin() { endwin() }
    forget()
  }

  /// Sets the terminal's modes again if they were lost without `leave`: by SIGSTOP.
  mutating func retake() {
    if !isendwin() { reset_prog_mode() }
  }

  /// What the terminal has sent next; nil if nothing is waiting. After an escape character it waits a moment whether a
  /// sequence follows.
  func read() -> TerminalInput? {
    var code: wint_t = 0
    return switch wget_wch(window, &code) {
    case OK: .character(code)
    case KEY_CODE_YES: .functionKey(Key(functionKey: Int32(code)))
    default: nil
    }
  }

  private func draw(_ cells: [Cell], row: Int) {
    wmove(window, Int32(row), 0)
    var start = cells.startIndex
    while start < cells.endIndex {
      let style = cells[start].style
      let end = cells[start...].firstIndex { $0.style != style } ?? cells.endIndex
      let text = cells[start..<end].flatMap { $0.text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } }
      wattr_set(window, palette[style].attributes, palette[style].colourPair, nil)
      waddnwstr(window, text, Int32(text.count))
      start = end
    }
  }
}
