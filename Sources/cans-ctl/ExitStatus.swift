internal import ControlSocket
internal import PlayerCore

/// How cans-ctl ends; the numbers are documented in its help.
enum ExitStatus {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 2
  static let noPlayer: Int32 = 3
  static let timeout: Int32 = 4

  /// A tenth of the status: 10, 11, 12, 20.
  static func of(_ status: CommandStatus) -> Int32 { Int32(status.rawValue / 10) }
}

/// Why a command did not do what it should, for people, for programs, and as the status of the process.
struct Failure: Error, Equatable {
  let text: String
  let name: String
  let exitStatus: Int32

  init(_ text: String, name: String = "failed", exitStatus: Int32 = ExitStatus.failure) {
    self.text = text
    self.name = name
    self.exitStatus = exitStatus
  }

  init(_ failure: ControlFailure) {
    switch failure {
    case .noPlayer: self.init(failure.description, name: "noPlayer", exitStatus: ExitStatus.noPlayer)
    case .lost: self.init(failure.description, name: "lost")
    default: self.init(failure.description)
    }
  }

  /// The player's answer to a command that did not succeed, and why, if it says that.
  init(_ status: CommandStatus, because reason: String? = nil) {
    let text =
      switch status {
      case .success: "done"
      case .noSuchContent: "there is no such track"
      case .noActionableNowPlayingItem: "nothing is playing that this could act on"
      case .deviceNotFound: "there is no device to play on"
      case .commandFailed: "that is not possible now, or switched off"
      }
    self.init(reason ?? text, status)
  }

  /// The same as `status`, in other words.
  init(_ text: String, _ status: CommandStatus) {
    self.init(text, name: "\(status)", exitStatus: ExitStatus.of(status))
  }

  /// What should play does not.
  init(notPlaying snapshot: Snapshot) {
    let text = snapshot.message ?? "it does not play"
    if snapshot.wish.cause == .deviceError { self.init(text, .deviceNotFound) } else { self.init(text) }
  }

  static let otherAnswer = Failure(.notUnderstood("an answer to another question"))
  static let timeout = Failure("it has taken too long", name: "timeout", exitStatus: ExitStatus.timeout)

  var json: JSON { ["error": ["code": .string(name), "message": .string(text)]] }
}
