import AudioFiles
import LinuxSystem
import PlayerCore

/// Finds what paths name on threads of its own: a folder may be large, its disk asleep, and the music plays.
final class FileSearch {
  /// What was found, by the numbers that `begin` gave.
  let findings = Mailbox<(number: Int, expansion: Expansion)>()
  private var count = 0

  /// Begins a search, and returns its number.
  func begin(_ paths: [FilePath]) -> Int {
    count += 1
    _ = Thread(name: "search") { [findings, count] in findings.post((count, expand(paths))) }
    return count
  }
}
