/// Settings as the text of a settings file.
struct SettingsText {
  /// A line of the file, with its table; "" before the first.
  private struct Line {
    var table: String
    var text: String
  }

  private var lines: [Line] = []

  /// The values in effect, each with where it came from: a file that has the same effect.
  static func effective(_ settings: EffectiveSettings, file: String) -> String {
    var text = SettingsText()
    for entry in Setting.all.flatMap({ $0.entries(settings.values) }) {
      let origin = settings.origins[entry.path].text(file: file)
      text.add(entry, comment: origin) { $0 }
    }
    return "# The settings in effect, and where they come from.\n\n" + text.joined { $0 }
  }

  /// Every setting with what it does and its default, commented out: a file to start from.
  static var template: String {
    var text = SettingsText()
    var told = ""
    for setting in Setting.all {
      let entries = setting.entries(Settings())
      let (table, _) = split(setting.path)
      // Settings that do the same in different places are explained once.
      if setting.help != told {
        let isContinued = setting.help.hasPrefix("…")
        text.lines.append(Line(table: table, text: (isContinued ? "" : "\n") + "# " + setting.help))
      }
      told = setting.help
      for entry in entries { text.add(entry, comment: setting.allowed) { "#" + $0 } }
      if entries.isEmpty, let example = setting.example {
        text.add(example, comment: setting.allowed) { "# " + $0 }
      }
    }
    let head = "# Settings of cans, with their defaults. Take away the # before a line to change it.\n"
    return head + text.joined { "#" + $0 }
  }

  private mutating func add(
    _ entry: (path: String, value: SettingValue), comment: String, _ mark: (String) -> String
  ) {
    let (table, key) = Self.split(entry.path)
    lines.append(Line(table: table, text: mark("\(Self.key(key)) = \(entry.value.toml)  # \(comment)")))
  }

  /// The lines under the heads of their tables.
  private func joined(_ mark: (String) -> String) -> String {
    var text = ""
    var table: String?
    for line in lines {
      var own = Substring(line.text)
      if line.table != table, !line.table.isEmpty {
        text += "\n" + mark("[\(line.table)]") + "\n"
        own = own.drop { $0 == "\n" }
      }
      table = line.table
      text += own + "\n"
    }
    return text
  }

  private static func split(_ path: String) -> (table: String, key: String) {
    guard let dot = path.firstIndex(of: ".") else { return ("", path) }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }

  private static func key(_ key: String) -> String {
    let isBare = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    return isBare && !key.isEmpty ? key : SettingValue.text(key).toml
  }
}

extension EffectiveSettings.Origin? {
  /// For people: "default", "settings.toml:3", "command line".
  func text(file: String) -> String {
    switch self {
    case nil: "default"
    case .file(let line): "\(file):\(line)"
    case .unreadableFile: "\(file) cannot be read"
    case .commandLine: "command line"
    case .screen: "chosen on the screen"
    }
  }
}
