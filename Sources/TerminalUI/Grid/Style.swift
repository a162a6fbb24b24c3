/// What a cell means; the terminal's edge decides on attributes and colours.
enum Style: Hashable, Sendable, CaseIterable {
  case normal
  /// Of lesser importance: lengths, hints, the rest of the progress bar.
  case dim
  /// The name of the program and of the help.
  case title
  /// The line that keys act on.
  case selected
  /// The track that is playing or would.
  case playing
  /// The line that is both.
  case selectedPlaying
  /// The part of the bar that was heard.
  case progress
  /// Something the user is told for a while.
  case message
  /// A file that cannot be played, a reason for silence.
  case error
}
