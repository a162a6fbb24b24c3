import AudioDevices
import InputDevices
import MessageBus
import PlayerCore
import TerminalUI

/// What `cans doctor` has found out about this machine. Nothing here judges: `lines` does, by these facts alone.
nonisolated struct DoctorFacts: Sendable {
  /// What came of a question that was asked with a limit of time.
  enum Answer<Value: Sendable>: Sendable {
    case known(Value)
    /// Nobody has answered in time.
    case missing

    /// The value; nil: there is no answer.
    var value: Value? { if case .known(let value) = self { value } else { nil } }
  }

  /// Whether the user is in the group `audio`.
  enum Membership: Sendable {
    case member
    /// The user is, but logged in before that.
    case afterLogin
    case none
  }

  /// The player that runs.
  enum RunningPlayer: Sendable {
    case none
    /// It has not answered in time.
    case silent
    /// Its socket cannot be used; why, for people.
    case unreachable(String)
    case running(process: Int32, Snapshot)

    /// Its state; nil: it does not run, or has not said.
    var snapshot: Snapshot? { if case .running(_, let snapshot) = self { snapshot } else { nil } }
  }

  /// A message bus.
  struct Bus: Sendable {
    /// The variable of the environment that says where it is, if that is set; nil: nobody says.
    var variable: String?
    /// Who is on it.
    var names: Result<Set<String>, BusError>
  }

  /// The settings file, or that of the levels.
  struct File: Sendable {
    var path: String
    var isThere: Bool
    /// What is wrong in it, a line each, with its number.
    var problems: [String]
  }

  /// A folder that the player makes files in.
  struct Folder: Sendable {
    enum State: Sendable, Equatable {
      case usable
      /// It is not there, and the player makes it.
      case canBeMade
      /// Why not, in the system's words.
      case unusable(String)
    }

    var path: String
    var state: State
  }

  var nodes: [SoundNode] = []
  var audioGroup = Membership.member
  var cards = Answer<[CardFacts]>.known([])
  /// The ALSA name that is played on, and where that goes.
  var device = "default"
  var output = Answer<OutputFacts>.known(.none)
  var player = RunningPlayer.none
  /// Nil: there is no server.
  var server = Answer<ServerFacts?>.known(nil)
  var userBus = Bus(names: .success([]))
  var systemBus = Bus(names: .success([]))
  var buttons = Answer<[ListedButtons]>.known([])
  var realTime = Answer<RealTime>.known(.unknown)
  /// The libraries that are opened on first need, and whether each is there.
  var libraries = Answer<[OptionalLibrary: Bool]>.known([:])
  var terminal = TerminalSurvey(type: "")
  var settings = File(path: "", isThere: false, problems: [])
  var levels = File(path: "", isThere: false, problems: [])
  var stateFolder = Folder(path: "", state: .usable)
  var cacheFolder = Folder(path: "", state: .usable)
  /// That of the player's socket.
  var runtimeFolder = Folder(path: "", state: .usable)
  /// Whether XDG_RUNTIME_DIR names it.
  var hasRuntimeVariable = true

  /// Whether this library is there; true where it is not known.
  func has(_ library: OptionalLibrary) -> Bool { libraries.value?[library] ?? true }
}
