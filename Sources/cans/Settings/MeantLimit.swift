import PlayerCore

/// A limit of loudness that was meant and cannot be taken as it stands. It protects all the same.
nonisolated struct MeantLimit {
  /// A level that is not too loud for anybody.
  static let safe = Level(percent: 30)

  /// The route that it was meant for; nil: every one that has no limit of its own.
  let route: RouteID?
  /// The limit that is used.
  let level: Level

  /// What the setting `path` on this line of the settings file means; nil if it is no limit.
  init?(_ path: String, line: String) {
    level = Self.level(in: line)
    let table = "max-volume-of."
    if path.hasPrefix(table), case let id = RouteID(String(path.dropFirst(table.count))), id.isPossible {
      route = id
    } else if Self.isMeant(by: path) {
      route = nil
    } else {
      return nil
    }
  }

  /// Limits `settings` by it.
  func apply(to settings: inout Settings) {
    if let route {
      settings.session.maximums[route] = level
    } else {
      settings.session.maximum = min(settings.session.maximum, level)
    }
  }

  /// The limit that a line of the settings file means: no louder than any number that stands there, nor than `safe`.
  static func level(in line: String) -> Level {
    let value = line.firstIndex(of: "=").map { line[line.index(after: $0)...] } ?? line[...]
    var least = safe.percent
    var digits = ""
    var isFraction = false
    // A # may begin a comment, in which numbers mean nothing.
    for letter in value.prefix(while: { $0 != "#" }) + " " {
      if letter.isASCII, letter.isNumber {
        digits.append(letter)
        continue
      }
      if !isFraction, let number = Int(digits) { least = min(least, number) }
      isFraction = (letter == "." || letter == ",") && !digits.isEmpty
      digits = ""
    }
    return Level(percent: least)
  }

  /// Whether `path` is a limit, or can only be one that is misspelt.
  private static func isMeant(by path: String) -> Bool {
    let words = path.lowercased()
    return words.contains("max") && words.contains("vol")
  }
}
