import AudioDevices
import AudioFiles
import LinuxSystem
import PlayerCore

/// Where remotes and screens hand in what they are asked for. It answers at once:
/// whatever takes time is done elsewhere.
final class CommandDesk {
  /// Whether the player was asked to end.
  private(set) var isQuitWanted = false

  private let session: Session
  private let hardware: any HardwareMonitor
  private let timeline: TimelineKeeper
  private let search = FileSearch()
  /// Who waits for the files of which search.
  private var waiting: [Int: (Expansion) -> Void] = [:]

  init(session: Session, hardware: any HardwareMonitor, timeline: TimelineKeeper) {
    self.session = session
    self.hardware = hardware
    self.timeline = timeline
  }

  /// The state as it is now.
  var snapshot: Snapshot { session.snapshot }

  /// The timeline; nil as long as what earlier runs have left of it is being read.
  var timelineBook: TimelineBook? { timeline.isComplete ? timeline.book : nil }

  /// Does `command`, and says how that went.
  @discardableResult
  func perform(_ command: Command, from source: CommandSource) -> CommandStatus {
    session.perform(command, from: source)
  }

  /// Why a command has just come to `status`, for people; nil: that says it all.
  func reason(for status: CommandStatus) -> String? { session.state.reason(for: status) }

  /// Tells the core what has happened outside.
  func send(_ event: Event) { session.send(event) }

  /// Does something to the simulated hardware; false if the hardware is real.
  @discardableResult
  func simulate(_ change: SimulatedChange) -> Bool {
    guard let simulated = hardware as? SimulatedHardware else { return false }
    simulated.apply(change)
    return true
  }

  /// Lets the player end after this turn of its loop.
  func quit() { isQuitWanted = true }

  /// Finds the music that `paths` name – files, folders, playlists – on another thread, and hands it to
  /// `use` in a later turn of the loop.
  func expand(_ paths: [FilePath], then use: @escaping (Expansion) -> Void) {
    waiting[search.begin(paths.map(\.cleaned))] = use
  }

  /// Readable when music has been found.
  var descriptor: Int32 { search.findings.descriptor }

  /// Hands out what has been found.
  func process() {
    for (number, expansion) in search.findings.takeAll() { waiting.removeValue(forKey: number)?(expansion) }
  }
}
