import LinuxSystem
import PlayerCore

/// The settings in effect, where each came from, and what was wrong in the file. A wrong value never stops the player: its
/// default is used, and the line is named.
struct EffectiveSettings {
  /// Where a value came from, if it is not the default.
  enum Origin: Equatable {
    /// A line of the settings file, from 1.
    case file(line: Int)
    case commandLine
  }

  private(set) var values = Settings()
  /// By path, such as "snag.loss-limit"; what is missing has its default.
  private(set) var origins: [String: Origin] = [:]
  /// A line for each mistake: file, line, what is allowed.
  private(set) var problems: [String] = []

  /// Reads the file at `path`; without one, everything has its default.
  init(contentsOf path: FilePath) {
    do throws(SystemCallError) {
      if let bytes = try FileContents.read(path) { read(bytes, name: path.lastComponent.text) }
    } catch {
      problems.append("\(error)")
    }
  }

  /// Reads settings from a text named `name` in messages.
  init(text: String, name: String) { read(Array(text.utf8), name: name) }

  /// The user's settings under what the command line says; mistakes in them are told on standard error.
  static func load(under arguments: Arguments) -> EffectiveSettings {
    var settings = EffectiveSettings(contentsOf: Places.settings)
    settings.problems.forEach(complain)
    if let device = arguments.value(of: .device) { settings.override("device", with: .text(device.text)) }
    return settings
  }

  /// Lets the command line's value for `path` win over the file's. One that is not allowed changes nothing.
  private mutating func override(_ path: String, with value: SettingValue) {
    guard let setting = Setting.all.first(where: { $0.covers(path) }) else { return }
    if setting.set(&values, path, value) { origins[path] = .commandLine }
  }

  private mutating func read(_ bytes: [UInt8], name: String) {
    let document = TOMLDocument(bytes)
    for value in document.values {
      guard let setting = Setting.all.first(where: { $0.covers(value.path) }) else {
        let hint = Setting.nearest(to: value.path).map { "; did you mean \"\($0)\"?" } ?? ""
        problems.append("\(name):\(value.line): unknown setting \"\(value.path)\"\(hint)")
        continue
      }
      if let content = value.content, setting.set(&values, value.path, content) {
        origins[value.path] = .file(line: value.line)
      } else {
        problems.append("\(name):\(value.line): \(value.path) must be \(setting.allowed) (default used)")
      }
    }
    if let complaint = document.complaint(name: name) { problems.append(complaint) }
    if let line = document.ignored.first(where: { $0.text.contains("max-volume") })?.line {
      limitLoudness(for: line, of: name)
    }
  }

  /// A limit that was meant and cannot be read protects all the same: by a level that is not too loud for anybody.
  private mutating func limitLoudness(for line: Int, of name: String) {
    let safe = Level(percent: 30)
    values.session.maximum = min(values.session.maximum, safe)
    values.session.maximums = values.session.maximums.mapValues { min($0, safe) }
    origins["max-volume"] = .file(line: line)
    problems.append("\(name):\(line): a max-volume that cannot be read: no route is louder than \(safe.percent) %")
  }
}
