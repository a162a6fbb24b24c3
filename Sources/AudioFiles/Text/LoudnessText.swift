/// Loudness as it is written in tags and in cue sheets.
enum LoudnessText {
  /// The gain that `text` begins with, "-7.89 dB"; nil if it begins with none.
  static func decibels(_ text: String) -> Double? { number(text) }

  /// The highest sample, of full scale; nil if `text` says none, or one that no sound has.
  static func peak(_ text: String) -> Double? { number(text).flatMap { $0 > 0 ? $0 : nil } }

  /// The number that `text` begins with, which some programs write with a comma.
  private static func number(_ text: String) -> Double? {
    let allowed = "+-.0123456789eE"
    let digits = text.trimmingBlanks.map { $0 == "," ? "." : $0 }.prefix { allowed.contains($0) }
    guard let number = Double(String(digits)), number.isFinite else { return nil }
    return number
  }
}
