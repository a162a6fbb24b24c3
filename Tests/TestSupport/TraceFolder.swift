/// The folder of recorded traces, which CANS_TRACES names: what a player could know about its output while things were
/// plugged and pulled, on real drivers and sound servers.
public enum TraceFolder {
  /// The folder; empty: none is named.
  public static let path = ProcessEnvironment.variable("CANS_TRACES")

  /// The traces, by name; none without a folder.
  public static let all: [Trace] = {
    guard !path.isEmpty else {
      print("The tests of traces are skipped: CANS_TRACES is not set.")
      return []
    }
    return names.map { Trace($0) }
  }()

  /// All that there should be. A folder without one of them ends the run: it must not look like a success.
  private static let names: [String] = {
    let scenarios = [
      "jack", "headset", "bounce", "usb", "usb-again", "usb-over-headphones", "by-hand", "mute", "suspend", "crash",
      "stop", "tcg-jack", "tcg-usb", "two-jacks-jack",
    ]
    let mocks = ["connect", "disconnected-here", "no-reason", "put-away-while-idle", "switched-off", "walked-off"]
    return ["pulseaudio", "pipewire"].flatMap { server in scenarios.map { "\(server)-\($0)" } }
      + ["pipewire-bluetooth"] + mocks.map { "bluez-mock-\($0)" }
  }()
}
