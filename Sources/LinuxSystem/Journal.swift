internal import Glibc

/// The journal of systemd, as a unit reaches it: by standard error (systemd.exec(5)).
public enum Journal {
  /// Whether what is written to standard error goes to the journal. systemd says of which file that is so, for a unit
  /// may have sent standard error elsewhere.
  public static var isStandardError: Bool {
    var status = stat()
    guard let name = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
    return String(cString: name) == "\(status.st_dev):\(status.st_ino)"
  }

  /// `text`, one line without its end, as an informational message (sd-daemon(3), SD_INFO).
  public static func line(_ text: String) -> String { "<6>\(text)\n" }
}
