import AudioEngine
import Glibc
import LinuxSystem
import PlayerCore

/// How long a recording is, and how loud, on standard error if that is a terminal.
final class RecordingLine {
  private static let steps = 20

  private let line = ProgressLine()

  /// When there is something new to show; nil: never.
  var nextChange: MonotonicTime? { line.nextChange }

  /// Shows what `recorder` has got, when it is time for it.
  func show(_ recorder: Recorder) {
    line.show { Self.text(recorder.length, peak: recorder.takePeak(), overruns: recorder.overruns) }
  }

  /// Takes the line away.
  func clear() { line.clear() }

  /// A last line that stays.
  func finish(_ text: String) { if line.isShown { StandardError.write(text.printable + "\n") } }

  /// "0:12  -18 dB  ###########---------", in steps of 3 dB.
  static func text(_ length: Duration, peak: Float, overruns: Int) -> String {
    let decibels = peak > 0 ? max(20 * log10(peak), -99) : -99
    let filled = min(max(Int((decibels + 60) / 3), 0), steps)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: steps - filled)
    let level = peak >= 1 ? "clips" : decibels <= -99 ? "silent" : "\(Int(decibels.rounded())) dB"
    return "\(length.clockText)  \(bar)  \(level)" + (overruns > 0 ? "  \(overruns) gaps" : "")
  }
}
