public import PlayerCore

/// The state for programs.
extension StateLine {
  /// All of it, and for those that do not want to count `position`, and `length` where that is known, in seconds.
  public func report(at now: MonotonicTime) -> JSON {
    var object = jsonObject
    object["position"] = JSON(Self.seconds(position(at: now)))
    object["length"] = entry?.facts.duration.map { JSON(Self.seconds($0)) }
    return .object(object)
  }

  /// Every route and microphone, and the week's dose where that is known.
  public var reportOfRoutes: JSON {
    var object: JSONObject = [
      "routes": .array(snapshot.routes.map(\.json)), "microphones": .array(snapshot.microphones.map(\.json)),
    ]
    object["dose"] = snapshot.weeklyDose.map { JSON($0) }
    return .object(object)
  }

  /// In milliseconds at best; a file may claim any length.
  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1_000
  }
}
