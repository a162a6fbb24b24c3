internal import PlayerCore

extension Microphone {
  var json: JSON {
    var object: JSONObject = ["port": .string(port.rawValue), "id": .string(id), "name": .string(name)]
    object["card"] = card.map { JSON($0.number) }
    object["plugged"] = isPlugged.map { .boolean($0) }
    return .object(object)
  }

  static func reading(_ json: JSON) throws(WireError) -> Microphone {
    let object = try JSON.object(json)
    return Microphone(
      port: try object.read("port", JSON.choice), id: try object.read("id", JSON.string),
      name: try object.read("name", JSON.string),
      card: try object.readIfThere("card", JSON.integer).map(CardIndex.init),
      isPlugged: try object.readIfThere("plugged", JSON.boolean))
  }
}
