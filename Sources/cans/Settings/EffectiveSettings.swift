import Glibc
import LinuxSystem
import PlayerCore

/// The settings in effect, where each came from, and what was wrong in the file. A wrong value never stops the player:
/// its default is used, and the line is named; but a limit of loudness that is wrong still limits.
struct EffectiveSettings {
  /// Where a value came from, if it is not the default.
  enum Origin: Equatable {
    /// A line of the settings file, from 1.
    case file(line: Int)
    /// The settings file, which cannot be read.
    case unreadableFile
    case commandLine
    /// A key of the screen, for a route of which the file says nothing; kept with the levels.
    case screen
  }

  private(set) var values = Settings()
  /// By path, such as "snag.loss-limit"; what is missing has its default.
  private(set) var origins: [String: Origin] = [:]
  /// A line for each mistake: file, line, what is allowed.
  private(set) var problems: [String] = []

  /// Reads the file at `path`; without one, everything has its default.
  init(contentsOf path: FilePath) {
    do throws(SystemCallError) {
      guard let bytes = try FileContents.read(path) else {
        if path.isLink { throw SystemCallError(operation: "open \(path.text)", code: ENOENT) }
        return
      }
      read(bytes, name: path.lastComponent.text)
    } catch {
      // There may be a limit in it.
      limitLoudness(to: MeantLimit.safe, origin: .unreadableFile)
      problems.append("\(error); no route is louder than \(MeantLimit.safe.percent) %")
    }
  }

  /// Reads settings from a text named `name` in messages.
  init(text: String, name: String) { read(Array(text.utf8), name: name) }

  /// The user's settings under what the command line says; mistakes in them are told on standard error, if somebody is
  /// to be told there.
  static func load(under arguments: Arguments, tells: Bool = true) -> EffectiveSettings {
    var settings = EffectiveSettings(contentsOf: Places.settings)
    if tells { settings.problems.forEach(complain) }
    if let device = arguments.value(of: .device) { settings.override("device", with: .text(device.text)) }
    return settings
  }

  /// Takes over what was chosen for single routes by keys, where the file says nothing of them: so it is in effect.
  mutating func adopt(_ choices: [RouteID: RouteChoices]) {
    for (route, choices) in choices {
      for (table, value) in choices.entries {
        let path = "\(table).\(route.text)"
        guard origins[path] == nil, let setting = Setting.all.first(where: { $0.covers(path) }) else { continue }
        if setting.set(&values, path, value) { origins[path] = .screen }
      }
    }
  }

  /// Lets the command line's value for `path` win over the file's. One that is not allowed changes nothing.
  private mutating func override(_ path: String, with value: SettingValue) {
    guard let setting = Setting.all.first(where: { $0.covers(path) }) else { return }
    if setting.set(&values, path, value) { origins[path] = .commandLine }
  }

  private mutating func read(_ bytes: [UInt8], name: String) {
    let document = TOMLDocument(bytes)
    for value in document.values { take(value, line: document.line(value.line), name: name) }
    if let complaint = document.complaint(name: name) { problems.append(complaint) }
    // In another encoding than UTF-8 no name would be found.
    if bytes.contains(0) {
      limitLoudness(to: MeantLimit.safe, origin: .unreadableFile)
      problems.append("\(name) is no text in UTF-8; no route is louder than \(MeantLimit.safe.percent) %")
    }
    let limits = document.ignored.filter { $0.text.contains("max-volume") }
    if let line = limits.first?.line {
      let level = limits.map { MeantLimit.level(in: document.line($0.line)) }.min() ?? MeantLimit.safe
      limitLoudness(to: level, origin: .file(line: line))
      problems.append("\(name):\(line): a max-volume that cannot be read: no route is louder than \(level.percent) %")
    }
  }

  /// Takes over a value of the file `name`; one that cannot be is a problem, and if it is a
  /// limit, that limits all the same.
  private mutating func take(_ value: TOMLDocument.Value, line: String, name: String) {
    let setting = Setting.all.first { $0.covers(value.path) }
    if let setting, let content = value.content, setting.set(&values, value.path, content) {
      origins[value.path] = .file(line: value.line)
      return
    }
    var problem = "\(name):\(value.line): "
    if let setting {
      problem += setting.fault(at: value.path)
    } else if Setting.all.contains(where: { $0.covers("\(value.path).speaker:PCH") }) {
      problem += "\(value.path) has a line for each route: [\(value.path)], and below it \"speaker:PCH\" = …"
    } else {
      problem += "unknown setting \"\(value.path)\""
      if let meant = Setting.nearest(to: value.path) { problem += "; did you mean \"\(meant)\"?" }
    }
    if let limit = MeantLimit(value.path, line: line) {
      limit.apply(to: &values)
      origins[limit.route == nil ? "max-volume" : value.path] = .file(line: value.line)
      let isInPlace = limit.route != nil || value.path == "max-volume"
      problem +=
        isInPlace
        ? " (\(limit.level.percent) % used)"
        : " (no route without a limit of its own is louder than \(limit.level.percent) %)"
    } else if setting != nil {
      problem += " (default used)"
    }
    problems.append(problem)
  }

  /// Where nobody knows which limits were meant, no route is louder than `level`.
  private mutating func limitLoudness(to level: Level, origin: Origin) {
    values.session.maximum = min(values.session.maximum, level)
    values.session.maximums = values.session.maximums.mapValues { min($0, level) }
    origins["max-volume"] = origin
  }
}

extension FilePath {
  /// Whether a symbolic link is there; where it leads, and whether to anything, is another matter.
  fileprivate var isLink: Bool {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
