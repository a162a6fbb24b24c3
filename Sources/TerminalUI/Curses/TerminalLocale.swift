internal import CNcurses
internal import Glibc

/// Which characters the terminal shows.
enum CharacterSet: Equatable, Sendable {
  case utf8
  /// What the user's locale has; drawing keeps to ASCII.
  case other
}

/// Sets the process's character set from the environment, which ncurses and the width of characters go by. UTF-8 where
/// nothing is set; a locale that is not installed counts as one of the same character set. Only LC_CTYPE is set:
/// numbers stay C's for the libraries that read them. Call on the main thread, before other threads run (setlocale(3)).
@discardableResult
func prepareLocale(_ variable: (String) -> String?) -> CharacterSet {
  let wanted = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? "C.UTF-8"
  if setlocale(LC_CTYPE, wanted) == nil {
    let spelling = wanted.lowercased()
    let isUTF8 = spelling.hasSuffix("utf-8") || spelling.hasSuffix("utf8")
    setlocale(LC_CTYPE, isUTF8 ? "C.UTF-8" : "C")
  }
  return String(cString: cans_codeset()) == "UTF-8" ? .utf8 : .other
}

/// A variable of the environment; nil where it is not set. The environment is not changed while the program runs.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
