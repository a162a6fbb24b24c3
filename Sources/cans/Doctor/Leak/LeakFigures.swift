import PlayerCore

/// What `cans doctor --leak` has measured: how long the tone went on after the headphones were pulled, and what was
/// written and heard of it.
nonisolated struct LeakFigures: Equatable, Sendable {
  /// A stream of the kernel's, after the silence.
  struct Stream: Equatable, Sendable {
    var state: String
    /// Whether the hardware went on taking frames.
    var advances: Bool
  }

  /// Longer than that no silence may take to come.
  static let limit = Duration.seconds(1)

  /// The route that was pulled, and the device that played.
  var route: Route
  var output: OutputDescription
  /// From the event, as the program was told of it, until the device stood still.
  var latency: Duration
  /// Frames of the tone that were heard after the event, by the engine's positions: what the card had taken counts, and
  /// it takes them in steps.
  var framesHeard: Int
  /// Frames that the device took after the event and before the silence, and those that it gave back.
  var framesWritten: Int
  var framesTakenBack: Int
  /// Frames that it took after the silence.
  var framesAfterSilence: Int
  /// What the kernel says; empty where the device is no card's.
  var streams: [Stream]

  /// Whether nothing is wrong: silent in time, nothing written afterwards, and where the card is played to directly, it
  /// stands still. What is shared goes on for others.
  var isTight: Bool {
    latency <= Self.limit && framesAfterSilence == 0 && !(output.isDirect && streams.contains(where: \.advances))
  }

  /// For people.
  var text: String {
    let heard = ToneDecoder.rate.duration(of: FrameCount(framesHeard))
    let kernel = streams.map { "\($0.state), \($0.advances ? "and goes on" : "and stands still")" }
    let device = output.isSimulated ? "simulated" : output.deviceName
    return """
      pulled: \(route.name.printable) (\(device.printable), \(output.rate.hertz) Hz)
      silence: \(Self.milliseconds(latency)) ms after the event
      heard after the event: \(framesHeard) frames (\(Self.milliseconds(heard)) ms)
      written after the event: \(framesWritten) frames; taken back: \(framesTakenBack)
      written after the silence: \(framesAfterSilence) frames
      the kernel says: \(kernel.isEmpty ? "nothing of this device" : kernel.joined(separator: "; "))
      \(isTight ? "no leak" : "this leaks")

      """
  }

  /// For programs: one object on one line.
  var json: String {
    JSONText.object([
      ("ok", .boolean(isTight)), ("route", .string(route.id.text)), ("device", .string(output.deviceName)),
      ("simulated", .boolean(output.isSimulated)), ("rate", .number(Int64(ToneDecoder.rate.hertz))),
      ("milliseconds", .decimal(Double(latency.wholeNanoseconds) / 1_000_000)),
      ("framesHeard", .number(Int64(framesHeard))), ("framesWritten", .number(Int64(framesWritten))),
      ("framesTakenBack", .number(Int64(framesTakenBack))),
      ("framesAfterSilence", .number(Int64(framesAfterSilence))),
      (
        "streams",
        .array(
          streams.map { .object([("state", .string($0.state)), ("advances", .boolean($0.advances))]) })
      ),
    ]).text
  }

  /// With one digit behind the point.
  private static func milliseconds(_ duration: Duration) -> String {
    let tenths = (duration.wholeNanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
