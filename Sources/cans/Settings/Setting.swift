import PlayerCore

/// One key of the settings file: what it is called, what it may be, what it changes and how it is printed.
struct Setting {
  /// Its path, such as "snag.loss-limit"; "max-volume-of.*" stands for every key of that table.
  let path: String
  /// A sentence on what it does.
  let help: String
  /// What it may be, for people.
  let allowed: String
  /// Takes over the value of the key at this path; false, and nothing changes, if it is not allowed.
  let set: (inout Settings, _ path: String, SettingValue) -> Bool
  /// The keys that it stands for, by their paths, with their values.
  let entries: (Settings) -> [(path: String, value: SettingValue)]
  /// A key and a value to show where the defaults have none.
  private(set) var example: (path: String, value: SettingValue)?
  /// Whether the key at this path is one that the table may have, and what those are, for people; nil: any is.
  private(set) var keys: (allowed: String, has: (_ path: String) -> Bool)?

  /// A setting that is a property.
  init<Value>(
    _ path: String, _ place: WritableKeyPath<Settings, Value>, _ kind: SettingKind<Value>, _ help: String
  ) {
    self.init(path, kind, help, get: { $0[keyPath: place] }, set: { $0[keyPath: place] = $1 })
  }

  /// A setting that is read and written by functions.
  init<Value>(
    _ path: String, _ kind: SettingKind<Value>, _ help: String, get: @escaping (Settings) -> Value,
    set: @escaping (inout Settings, Value) -> Void
  ) {
    self.path = path
    self.help = help
    allowed = kind.allowed
    self.set = { settings, _, value in
      guard let value = kind.read(value) else { return false }
      set(&settings, value)
      return true
    }
    entries = { [(path, kind.spell(get($0)))] }
  }

  /// A table, each of whose keys is a member of a dictionary.
  ///
  /// - Parameters:
  ///   - keys: what keys it may have, for people.
  ///   - key: the key spelt so; nil if it may not have that.
  init<Key: Hashable, Value>(
    table: String, _ place: WritableKeyPath<Settings, [Key: Value]>, _ kind: SettingKind<Value>, _ help: String,
    keys: String, key: @escaping (String) -> Key?, name: @escaping (Key) -> String,
    example: (path: String, value: SettingValue)
  ) {
    func read(_ path: String) -> Key? { key(String(path.dropFirst(table.count + 1))) }
    path = table + ".*"
    self.keys = (keys, { read($0) != nil })
    self.help = help
    allowed = kind.allowed
    set = { settings, path, value in
      guard let key = read(path), let value = kind.read(value) else { return false }
      settings[keyPath: place][key] = value
      return true
    }
    entries = { settings in
      settings[keyPath: place].map { ("\(table).\(name($0.key))", kind.spell($0.value)) }.sorted { $0.0 < $1.0 }
    }
    self.example = example
  }

  /// A table of what is set for single routes; `kinds` are those of which there is anything to set.
  init<Value>(
    ofRoutes table: String, _ place: WritableKeyPath<Settings, [RouteID: Value]>, _ kind: SettingKind<Value>,
    _ help: String, kinds: [RouteID.Kind] = RouteID.Kind.allCases, example: (route: String, value: SettingValue)
  ) {
    let names = kinds.map { "\($0.rawValue):" }.joined(separator: ", ")
    self.init(
      table: table, place, kind, help,
      keys: kinds.count == RouteID.Kind.allCases.count
        ? "a route's id begins with \(names)" : "only for routes whose ids begin with \(names)",
      key: { RouteID($0).isPossible(among: kinds) ? RouteID($0) : nil }, name: \.text,
      example: ("\(table).\(example.route)", example.value))
  }

  /// What is wrong with the key at `path`, whose value was not taken.
  func fault(at path: String) -> String {
    if let keys, !keys.has(path) { return "\(path): \(keys.allowed)" }
    return "\(path) must be \(allowed)"
  }

  /// Whether the key at `path` is this setting's.
  func covers(_ path: String) -> Bool { path == self.path || (isTable && path.hasPrefix(self.path.dropLast())) }

  private var isTable: Bool { path.hasSuffix(".*") }

  /// The key whose name is most like `path`, if any is like it at all.
  static func nearest(to path: String) -> String? {
    func name(_ path: String) -> Substring { path.split(separator: ".").last ?? "" }
    let candidates = all.filter { !$0.isTable }.map { setting in
      // The right name in the wrong table is as near as a slip of one key.
      let isMisplaced = name(setting.path) == name(path)
      return (path: setting.path, distance: isMisplaced ? 1 : editDistance(path, setting.path))
    }
    guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, path.count / 4) ? best.path : nil
  }
}
