import AudioDevices
import AudioEngine
import LinuxSystem
import PlayerCore

/// What to play on, and who watches it: ALSA's devices, or the simulated one.
struct Device {
  let hardware: any HardwareMonitor
  let simulation: Simulation
  /// The ALSA name it is opened by.
  let name: String

  /// The device `name`, or the simulated one: on request, or on a machine that has no sound card and whose
  /// `default` is no device. A device that is busy or may not be opened is no reason to simulate: that is an
  /// error, which opening it tells.
  init(named name: String, simulates: Bool) throws(SystemCallError) {
    self.name = name
    if simulates {
      simulation = .requested
    } else if name == "default", isSoundCardMissing(device: name) {
      simulation = .noCardFound
    } else {
      simulation = .off
    }
    switch simulation {
    case .off:
      hardware = try RouteMonitor()
    case .requested, .noCardFound:
      hardware = SimulatedHardware()
    }
  }

  /// The device itself, closed; for the engine's output thread.
  nonisolated func makeOutput(_ buffering: OutputBuffering) -> sending any Output {
    simulation == .off ? ALSAOutput(deviceName: name, buffering: buffering) : SimulatedOutput()
  }

  /// Where its sound would go, found without playing.
  var outputFacts: OutputFacts {
    simulation == .off ? AudioDevices.outputFacts(ofDevice: name) : hardware.facts.output ?? .none
  }
}
