import Glibc
import LinuxSystem
import PlayerCore

/// How far a long job is, on standard error if that is a terminal; a few times a second at most.
final class ProgressLine {
  private static let interval = Duration.milliseconds(250)

  let isShown = isatty(STDERR_FILENO) == 1
  private var shown = ""
  /// When there is something new to show; nil: never.
  private(set) var nextChange: MonotonicTime?

  init() { nextChange = isShown ? .now + Self.interval : nil }

  /// Shows that `done` of `total` is done, if that is known, when it is time for it.
  func show(_ done: Duration, of total: Duration?) {
    show {
      guard let total, total > .zero else { return done.clockText }
      let percent = min(done.components.seconds * 100 / max(total.components.seconds, 1), 100)
      return "\(done.clockText) of \(total.clockText), \(percent) %"
    }
  }

  /// Shows what `text` says, when it is time for it.
  func show(_ text: () -> String) {
    guard let due = nextChange, MonotonicTime.now >= due else { return }
    nextChange = .now + Self.interval
    write(text())
  }

  /// Takes the line away.
  func clear() {
    write("")
    nextChange = nil
  }

  private func write(_ text: String) {
    guard isShown, text != shown else { return }
    let rest = String(repeating: " ", count: max(shown.utf8.count - text.utf8.count, 0))
    let bytes = Array("\r\(text)\(rest)\r\(text)".utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    shown = text
  }
}
