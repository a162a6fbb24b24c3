import AudioDevices
import InputDevices
import PlayerCore

nonisolated extension DoctorFacts {
  /// What this user may do.
  var permissionLines: [DoctorLine] { [soundLine, buttonLine, realTimeLine] }

  private var soundLine: DoctorLine {
    let forbidden = nodes.filter { !$0.isAllowed }.map(\.name)
    guard !nodes.isEmpty else { return .note("sound-devices", in: .permissions, "no devices in /dev/snd") }
    guard !forbidden.isEmpty else { return .ok("sound-devices", in: .permissions, "all of /dev/snd may be used") }
    let advice =
      switch audioGroup {
      case .none: "sudo usermod -aG audio $USER, then log in again; or log in at the machine itself"
      case .afterLogin: "log in again: you are in the group audio since"
      case .member: "give the group audio the right to them: chgrp audio, chmod g+rw"
      }
    return .wrong(
      "sound-devices", in: .permissions, "may not be used: /dev/snd/\(forbidden.joined(separator: ", /dev/snd/"))",
      advice: advice)
  }

  private var buttonLine: DoctorLine {
    guard let buttons = buttons.value else {
      return .wrong(
        "buttons", in: .permissions, "the input devices do not answer",
        advice: "set media-keys = \"off\" in the settings, or see journalctl -k -g input")
    }
    func names(_ state: ListedButtons.State) -> String {
      buttons.filter { $0.state == state }.map(\.name).joined(separator: ", ")
    }
    let forbidden = names(.noPermission)
    guard forbidden.isEmpty else {
      return .wrong(
        "buttons", in: .permissions, "the buttons may not be read of \(forbidden)",
        advice: "install the udev rule Resources/udev/70-cans-headset-buttons.rules; the README says how")
    }
    let heard = names(.heard)
    return heard.isEmpty
      ? .note("buttons", in: .permissions, "no buttons or media keys that the settings let in")
      : .ok("buttons", in: .permissions, "buttons and media keys are heard of \(heard)")
  }

  private var realTimeLine: DoctorLine {
    let advice = "apt install rtkit; or a line \"@audio - rtprio 20\" in /etc/security/limits.d/audio.conf"
    // What a player that runs has got is what counts.
    let known = player.snapshot.map(\.realTime).flatMap { $0 == .unknown ? nil : $0 }
    switch known ?? realTime.value {
    case nil, .unknown?:
      return .wrong("realtime", in: .permissions, "rtkit does not answer", advice: "systemctl restart rtkit-daemon")
    case .allowed(let priority)?:
      return .ok("realtime", in: .permissions, "music goes first, by the system's limits (SCHED_FIFO \(priority))")
    case .granted(let priority)?:
      return .ok("realtime", in: .permissions, "music goes first, by rtkit (priority \(priority))")
    case .refused(let reason)?:
      return .wrong(
        "realtime", in: .permissions, "music does not go first, and may stutter on a busy machine: \(reason)",
        advice: advice)
    }
  }

  /// The libraries that are opened on first need.
  var libraryLines: [DoctorLine] {
    guard let libraries = libraries.value else {
      return [
        .wrong(
          "library", in: .libraries, "loading the libraries takes too long",
          advice: "see whether the disk answers: journalctl -k")
      ]
    }
    return OptionalLibrary.allCases.compactMap { library in
      guard let isInstalled = libraries[library] else { return nil }
      return isInstalled
        ? .ok("library", library.rawValue, in: .libraries, "\(library.rawValue): \(library.purpose)")
        : .wrong(
          "library", library.rawValue, in: .libraries, "\(library.rawValue) is missing: \(library.loss)",
          advice: "sudo apt install \(library.package)")
    }
  }
}
