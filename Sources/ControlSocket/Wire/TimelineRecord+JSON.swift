public import PlayerCore

extension TimelineRecord {
  /// The record as a line, as it is on the socket, without its newline.
  public var line: [UInt8] { JSON.object(object).bytes }

  /// The same without its number, which counts for one run of the player only.
  public var lineToKeep: [UInt8] {
    var object = JSONObject()
    for member in self.object.members where member.name != "number" { object[member.name] = member.value }
    return JSON.object(object).bytes
  }

  /// Reads a line without its newline; one that has no number gets 0.
  ///
  /// - Throws: when it is no record.
  public init(line: some Collection<UInt8>) throws(WireError) {
    let json: JSON
    do throws(JSONError) { json = try JSON(parsing: line) } catch { throw WireError(error.reason) }
    self = try Self.reading(json)
  }

  var json: JSON { .object(object) }

  /// How many bytes its form has, more or less.
  var approximateSize: Int { 128 + entry.sentence.utf8.count }

  private var object: JSONObject {
    var object: JSONObject = [
      "number": JSON(number), "time": JSON(time), "kind": .string(entry.kind.rawValue),
      "rules": .array(entry.rules.map { .string("R\($0)") }),
    ]
    object["source"] = entry.source.map { .string($0.rawValue) }
    object["sentence"] = .string(entry.sentence)
    return object
  }

  static func reading(_ json: JSON) throws(WireError) -> TimelineRecord {
    let object = try JSON.object(json)
    let entry = TimelineEntry(
      kind: try object.read("kind", JSON.choice), rules: try object.read("rules", JSON.list(of: rule)),
      source: try object.readIfThere("source", JSON.choice), sentence: try object.read("sentence", JSON.string))
    return TimelineRecord(
      number: try object.readIfThere("number", JSON.integer) ?? 0, time: try object.read("time", JSON.integer),
      entry: entry)
  }

  private static func rule(_ json: JSON) throws(WireError) -> Int {
    let text = try JSON.string(json)
    guard text.hasPrefix("R"), let number = Int(text.dropFirst()), number > 0 else {
      throw WireError("is no rule, such as \"R1\"")
    }
    return number
  }
}
