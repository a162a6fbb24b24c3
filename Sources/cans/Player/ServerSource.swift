import AudioDevices
import LinuxSystem
import PlayerCore

/// The sound server, where it matters: when sound goes to a device that belongs to no card that can be named.
final class ServerSource: FactSource {
  /// libpulse has time until the first picture is there: loading it takes a moment of both processors.
  nonisolated static let usualPatience = Duration.milliseconds(150)

  private let patience: Duration
  private var monitor: ServerMonitor?
  private var startsAt: MonotonicTime?

  /// A source that begins to look for a server so long after it has become clear that there is one behind the device.
  init(patience: Duration = ServerSource.usualPatience) { self.patience = patience }

  var pollDescriptors: [PolledDescriptor] { monitor?.pollDescriptors ?? [] }
  var deadline: MonotonicTime? { monitor == nil ? startsAt : nil }

  func process() -> Bool {
    if monitor == nil, let startsAt, startsAt <= .now { monitor = ServerMonitor() }
    return monitor?.process() ?? false
  }

  func contribute(to facts: inout Facts) { facts.server = monitor?.facts }

  func follow(_ state: PlayerState) { if state.device == .unnamed { begin() } }

  /// Looks for a server whatever the device is.
  func begin() { if startsAt == nil { startsAt = .now + patience } }

  func stop() { monitor?.stop() }

  /// Has the server forget what it still has of our stream.
  func discardStream() { monitor?.discardStream() }

  /// Has our stream play to the sink of this name.
  func moveStream(toSink sink: String) { monitor?.moveStream(toSink: sink) }

  /// Makes this port of a sink the active one.
  func activatePort(_ port: String, ofSink sink: String) { monitor?.activatePort(port, ofSink: sink) }
}
