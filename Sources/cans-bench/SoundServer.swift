internal import LinuxSystem
internal import TestSupport

/// A PulseAudio of our own with a sink that swallows everything at the speed of a device. It ends when this goes.
final class SoundServer {
  /// What a program needs in its environment to play to it through ALSA.
  let environment: [String: String]
  private let process: ChildProcess

  /// Starts it in `folder`; nil if this machine has none.
  init?(in folder: WorkFolder, environment base: [String: String]) throws {
    guard ProcessEnvironment.hasProgram("pulseaudio") else { return nil }
    let socket = folder.place("server.socket")
    let configuration = try folder.write(
      """
      pcm.!default { type pulse }
      ctl.!default { type pulse }
      """, to: "pulse.conf")
    process = try ChildProcess(
      [
        "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "-L",
        "module-native-protocol-unix socket=\(socket) auth-anonymous=1", "-L",
        "module-null-sink sink_name=bench rate=44100 channels=2 format=s16le norewinds=1",
      ], environment: base)
    var environment = base
    environment["PULSE_SERVER"] = "unix:\(socket)"
    environment["ALSA_CONFIG_PATH"] = "/usr/share/alsa/alsa.conf:\(configuration)"
    self.environment = environment
    guard process.wait(atMost: .seconds(5), until: { _ in isListening(at: socket) }) else {
      throw BenchError("pulseaudio does not start: \(process.errors)")
    }
  }
}
