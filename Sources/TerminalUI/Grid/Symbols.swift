/// The characters that the program itself draws with, as the terminal can show them.
struct Symbols: Equatable, Sendable {
  /// Progress heard and yet to come.
  var barDone = "━"
  var barRest = "─"
  /// Marks the current track by what it does, and a file that cannot be played.
  var playing = "▶"
  var paused = "‖"
  var stopped = "■"
  var problem = "!"
  /// Ends a text that was cut.
  var ellipsis = "…"
  /// From the file's format to the device's.
  var arrow = "→"
  /// Stands for what cannot be shown.
  var replacement = "\u{FFFD}"
  /// Whether control characters have pictures (U+2400 and following).
  var hasControlPictures = true

  /// For a terminal that shows UTF-8.
  static let unicode = Symbols()

  /// For the Linux console, whose fonts of 256 or 512 glyphs hold the box drawing of code page 437 and little more.
  static let console = Symbols(
    barDone: "═", playing: "►", paused: "║", ellipsis: "»", replacement: "?", hasControlPictures: false)

  /// For a locale that is not UTF-8.
  static let ascii = Symbols(
    barDone: "=", barRest: "-", playing: ">", paused: "|", stopped: "-", ellipsis: "~", arrow: "->", replacement: "?",
    hasControlPictures: false)
}
