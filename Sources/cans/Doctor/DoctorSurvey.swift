import AudioDevices
import ControlSocket
import Glibc
import InputDevices
import LinuxSystem
import MessageBus
import PlayerCore
import TerminalUI

/// Finds the facts for `cans doctor`. All questions are asked at the same time, each with a limit: a server, a bus or a
/// device that hangs costs its own line and nothing else.
enum DoctorSurvey {
  /// How long everything together may take to answer.
  private nonisolated static let patience = Duration.seconds(3)
  /// How long the sound server has, which is asked once the player has said which stream is its own.
  private nonisolated static let serverPatience = Duration.seconds(2)

  /// Looks at everything. Waits for some seconds at most. Main thread, before other threads run.
  static func facts(under arguments: Arguments) -> DoctorFacts {
    var facts = DoctorFacts()
    facts.terminal = .ofStandardOutput()
    let settings = EffectiveSettings.load(under: arguments, tells: false)
    let (device, keys) = (settings.values.device, settings.values.mediaKeys)
    facts.device = device

    let deadline = MonotonicTime.now + patience
    let player = Inquiry("player") { runningPlayer(until: deadline) }
    let libraries = Inquiry("libraries") {
      Dictionary(uniqueKeysWithValues: OptionalLibrary.allCases.map { ($0, $0.isInstalled) })
    }
    let cards = Inquiry("cards") { listedCards() }
    let output = Inquiry("output") { outputFacts(ofDevice: device) }
    let group = Inquiry("group") { audioGroup() }
    let buttons = Inquiry("buttons") { listedButtons(under: keys) }
    let realTime = Inquiry("realtime") { tryRealTime() }
    let userBus = Inquiry("user bus") { names(on: .user, within: patience) }
    let systemBus = Inquiry("system bus") { names(on: .system, within: patience) }
    addFiles(to: &facts, settings)
    facts.nodes = soundNodes()

    facts.player = player.answer(by: deadline).value ?? .silent
    facts.server = server(of: facts.player)
    facts.libraries = libraries.answer(by: deadline)
    facts.cards = cards.answer(by: deadline)
    facts.output = output.answer(by: deadline)
    facts.audioGroup = group.answer(by: deadline).value ?? .member
    facts.buttons = buttons.answer(by: deadline)
    facts.userBus = bus("DBUS_SESSION_BUS_ADDRESS", userBus.answer(by: deadline))
    facts.systemBus = bus("DBUS_SYSTEM_BUS_ADDRESS", systemBus.answer(by: deadline))
    facts.realTime = realTime.answer(by: deadline)
    return facts
  }

  private static func addFiles(to facts: inout DoctorFacts, _ settings: EffectiveSettings) {
    func isThere(_ path: FilePath) -> Bool { path.withCString { access($0, F_OK) } == 0 }
    let levels = VolumeFile(path: Places.volume)
    facts.settings = DoctorFacts.File(
      path: Places.settings.text, isThere: isThere(Places.settings), problems: settings.problems)
    facts.levels = DoctorFacts.File(
      path: Places.volume.text, isThere: isThere(Places.volume),
      problems: levels.load().problem.map { [$0] } ?? [])
    facts.stateFolder = DoctorFacts.Folder(Places.volume.folder)
    facts.cacheFolder = DoctorFacts.Folder(Places.covers)
    facts.runtimeFolder = DoctorFacts.Folder(SocketFolder.usualPath, makesParents: false)
    facts.hasRuntimeVariable = getenv("XDG_RUNTIME_DIR").map { $0.pointee == CChar(UInt8(ascii: "/")) } ?? false
  }

  private nonisolated static func runningPlayer(until deadline: MonotonicTime) -> DoctorFacts.RunningPlayer {
    do throws(ControlFailure) {
      let client = try ControlClient.connect()
      try client.send(.hello)
      try client.send(.status)
      var process: Int32 = 0
      while let lines = try client.waitForLines(until: deadline) {
        for line in lines {
          switch try ControlClient.message(line).content {
          case .hello(_, _, let number): process = number
          case .status(let state): return .running(process: process, state.snapshot)
          default: break
          }
        }
      }
      return .silent
    } catch {
      return error == .noPlayer ? .none : .unreachable(error.description)
    }
  }

  private static func server(of player: DoctorFacts.RunningPlayer) -> DoctorFacts.Answer<ServerFacts?> {
    let process: Int32? = if case .running(let process, _) = player { process } else { nil }
    let monitor = ServerMonitor(process: process)
    defer { monitor.stop() }
    let deadline = MonotonicTime.now + serverPatience
    while MonotonicTime.now < deadline {
      _ = monitor.process()
      if monitor.hasAnswer { return .known(monitor.facts) }
      _ = try? waitForEvents(monitor.pollDescriptors, until: deadline)
    }
    return .missing
  }

  private nonisolated static func names(
    on bus: BusSurvey.Bus, within limit: Duration
  ) -> Result<Set<String>, BusError> {
    do throws(BusError) { return .success(try BusSurvey.names(on: bus, within: limit)) } catch {
      return .failure(error)
    }
  }

  private static func bus(
    _ variable: String, _ names: DoctorFacts.Answer<Result<Set<String>, BusError>>
  ) -> DoctorFacts.Bus {
    let isSet = getenv(variable).map { $0.pointee != 0 } ?? false
    return DoctorFacts.Bus(variable: isSet ? variable : nil, names: names.value ?? .failure(.noAnswer))
  }

  /// Looking a group up may ask other machines.
  private nonisolated static func audioGroup() -> DoctorFacts.Membership {
    guard let group = getgrnam("audio") else { return .none }
    let number = group.pointee.gr_gid
    var groups = [gid_t](repeating: 0, count: 65_536)
    let count = getgroups(Int32(groups.count), &groups)
    if getegid() == number || groups.prefix(max(Int(count), 0)).contains(number) { return .member }
    guard let user = getpwuid(getuid()), var member = group.pointee.gr_mem else { return .none }
    while let name = member.pointee {
      if strcmp(name, user.pointee.pw_name) == 0 { return .afterLogin }
      member += 1
    }
    return .none
  }
}

nonisolated extension DoctorFacts.Folder {
  /// What can be done with `path`, found without making anything.
  ///
  /// - Parameter makesParents: whether the player would make the folders above it, too.
  init(_ path: FilePath, makesParents: Bool = true) {
    self.path = path.text
    guard let reason = Self.problem(with: path) else {
      state = .usable
      return
    }
    var (missing, code) = (path, reason)
    while code == ENOENT, missing == path || makesParents, missing.folder != missing {
      missing = missing.folder
      guard let above = Self.problem(with: missing) else {
        state = .canBeMade
        return
      }
      code = above
    }
    state = .unusable(String(cString: strerror(code)))
  }

  /// Why nothing can be made in the folder `path`, as an errno(3); nil: it can.
  private static func problem(with path: FilePath) -> Int32? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return errno }
    guard status.st_mode & S_IFMT == S_IFDIR else { return ENOTDIR }
    return path.withCString { access($0, W_OK | X_OK) } == 0 ? nil : errno
  }
}
