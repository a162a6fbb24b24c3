import CTOML
import LinuxSystem
import PlayerCore

/// The user's settings, with what was wrong in the file. A wrong value never stops the player: its default is used, and
/// the line is named.
struct Settings {
  var session = SessionSettings()
  /// The ALSA device to play on.
  var device = "default"
  /// A line for each mistake: file, line, what is allowed.
  private(set) var problems: [String] = []

  /// Reads the file at `path`; without one, everything has its default.
  init(contentsOf path: FilePath) {
    let bytes: [UInt8]?
    do throws(SystemCallError) {
      bytes = try FileContents.read(path)
    } catch {
      problems.append("\(error)")
      return
    }
    if let bytes { read(bytes, name: path.lastComponent.text) }
  }

  /// The user's settings; mistakes in them are told on standard error.
  static func load() -> Settings {
    let settings = Settings(contentsOf: Places.settings)
    settings.problems.forEach(complain)
    return settings
  }

  /// Reads settings from a text named `name` in messages.
  init(text: String, name: String) { read(Array(text.utf8), name: name) }

  private mutating func read(_ bytes: [UInt8], name: String) {
    let document = TOMLDocument(bytes)
    for value in document.values {
      guard let setting = Self.table.first(where: { $0.key == value.path || $0.key == "\(value.section).*" }) else {
        problems.append("\(name):\(value.line): unknown setting \"\(value.path)\"")
        continue
      }
      if !setting.apply(&self, value) {
        problems.append("\(name):\(value.line): \(value.path) must be \(setting.allowed) (default used)")
      }
    }
    if let problem = document.problem {
      problems.append("\(name):\(problem.line): \(problem.text) (defaults used)")
    }
  }

  /// One key: what it may be, and what it changes. `apply` answers false to a value that is not allowed.
  private struct Setting {
    let key: String
    let allowed: String
    let apply: (inout Settings, TOMLDocument.Value) -> Bool
  }

  private static let table: [Setting] = [
    Setting(key: "device", allowed: "the name of an ALSA device") { settings, value in
      guard let name = value.string, !name.isEmpty else { return false }
      settings.device = name
      return true
    },
    Setting(key: "on-unplug", allowed: "\"pause\", \"continue\" or \"stop\"") { settings, value in
      set(&settings.session.onUnplug, value.string.flatMap(OnUnplug.init(rawValue:)))
    },
    Setting(key: "on-plug", allowed: "\"resume\" or \"nothing\"") { settings, value in
      set(&settings.session.onPlug, value.string.flatMap(OnPlug.init(rawValue:)))
    },
    Setting(key: "resume-window", allowed: "seconds from 0 to 86400") { settings, value in
      set(&settings.session.resumeWindow, value.seconds(upTo: 86_400))
    },
    Setting(key: "resume-fade", allowed: "seconds from 0 to 10") { settings, value in
      set(&settings.session.resumeFade, value.seconds(upTo: 10))
    },
    Setting(key: "release-after", allowed: "seconds from 1 to 86400, or \"never\"") { settings, value in
      if value.string == "never" {
        settings.session.releaseAfter = nil
        return true
      }
      guard let seconds = value.seconds(upTo: 86_400), seconds >= .seconds(1) else { return false }
      settings.session.releaseAfter = seconds
      return true
    },
    Setting(key: "speaker-volume", allowed: "a percentage from 0 to 100, or \"keep\"") { settings, value in
      if value.string == "keep" {
        settings.session.speakerLevel = nil
        return true
      }
      guard let level = value.level else { return false }
      settings.session.speakerLevel = level
      return true
    },
    Setting(key: "default-private-volume", allowed: percentage) { settings, value in
      set(&settings.session.privateDefault, value.level)
    },
    Setting(key: "default-public-volume", allowed: percentage) { settings, value in
      set(&settings.session.publicDefault, value.level)
    },
    Setting(key: "max-volume", allowed: percentage) { settings, value in set(&settings.session.maximum, value.level) },
    Setting(key: "max-volume-of.*", allowed: percentage) { settings, value in
      set(&settings.session.maximums[RouteID(value.key)], value.level.map(Optional.some))
    },
    Setting(key: "snag.loss-settles", allowed: "seconds from 0.05 to 5") { settings, value in
      set(&settings.session.lossSettles, value.seconds(from: .milliseconds(50), upTo: 5))
    },
    Setting(key: "snag.loss-limit", allowed: "seconds from 0.05 to 10") { settings, value in
      set(&settings.session.lossLimit, value.seconds(from: .milliseconds(50), upTo: 10))
    },
    Setting(key: "snag.contact-holds", allowed: "seconds from 0.01 to 5") { settings, value in
      set(&settings.session.contactHolds, value.seconds(from: .milliseconds(10), upTo: 5))
    },
    Setting(key: "snag.gain-settles", allowed: "seconds from 0.05 to 5") { settings, value in
      set(&settings.session.gainSettles, value.seconds(from: .milliseconds(50), upTo: 5))
    },
  ]

  private static let percentage = "a percentage from 0 to 100"

  private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }
}

nonisolated extension TOMLDocument.Value {
  fileprivate var level: Level? {
    guard let integer, (0...100).contains(integer) else { return nil }
    return Level(percent: Int(integer))
  }

  fileprivate func seconds(from least: Duration = .zero, upTo most: Int) -> Duration? {
    guard let number, number.isFinite, number >= 0, number <= Double(most) else { return nil }
    let duration = Duration.seconds(number)
    return duration >= least ? duration : nil
  }
}
