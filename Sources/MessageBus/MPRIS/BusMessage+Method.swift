internal import CSystemd

extension BusMessage {
  /// What was called; nil if it is no method of a media player's.
  var method: MPRISMethod? {
    guard let member = sd.sd_bus_message_get_member(pointer) else { return nil }
    switch String(cString: member) {
    case "Next": return .next
    case "Previous": return .previous
    case "Pause": return .pause
    case "PlayPause": return .playPause
    case "Stop": return .stop
    case "Play": return .play
    case "Raise": return .raise
    case "Quit": return .quit
    case "Seek": return number.map(MPRISMethod.seek)
    case "SetPosition":
      guard let track = text("o"), let position = number else { return nil }
      return .setPosition(track: track, position)
    case "OpenUri": return text("s").map(MPRISMethod.openURI)
    default: return nil
    }
  }

  private var number: Int64? {
    var number: Int64 = 0
    return sd.sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "x")), &number) > 0 ? number : nil
  }

  private func text(_ type: Unicode.Scalar) -> String? { sd.text(of: pointer, type) }
}
