extension Happening {
  /// What happened, for people, in one line.
  var sentence: String {
    switch self {
    case .began(let to): "starts on \(to.text)"
    case .routeChanged(let change, let outcome, let to):
      "\(change.text); \(outcome.text)"
        + (change.previous.id == change.current.id || to.route.port == .none ? "" : "; \(to.levelText)")
    case .contactLost(let route, _): "\(route.label): contact lost; silent at once, until it is clear whether it is out"
    case .contactBack(let route, let bounces, let plays):
      "\(route.label): contact is back (it bounced \(times(bounces))); "
        + (plays ? "the music goes on where it was" : "nothing plays")
    case .levelLowered(let route):
      "\(route.label) is being \(route.port.isBluetooth ? "connected" : "plugged in"); until that is sure it is no "
        + "louder than either may be"
    case .gainWithdrawn: "what was about to be there is not after all; nothing changes"
    case .elsewhere(let name, let isThere):
      "\(name) \(isThere ? "is there" : "has gone"), which is not in use; "
        + "nothing changes"
    case .speakerReset(let route, let level):
      "\(route.label) is set to \(level.percent) %, as the music was lost elsewhere"
    case .microphone(let change): change.text
    case .resumed(let route, let fade):
      "\(route.label) is back: the music goes on where it stopped, fading in over \(fade.milliseconds) ms"
    case .returnWaits(let route): "\(route.label) is back; the music waits until nothing else holds it"
    case .returnForgotten(.expired(let window)):
      "waited \(window.spoken) for what had gone; its return starts nothing any more"
    case .returnForgotten(.putAway): "the headset was put away; its return starts nothing"
    default: otherSentence
    }
  }

  private var otherSentence: String {
    switch self {
    case .interrupted(let cause, let plays): cause.text + (plays ? ": the music waits" : "; nothing plays")
    case .interruptionOver(let cause, let end): "over: \(cause.text); \(end.text)"
    case .notInterrupted(let cause, let plays):
      plays ? "\(cause.text): the music goes on, as ambient does not yield" : "\(cause.text); nothing plays"
    case .notificationHeard(let plays): "a notification sounds; " + (plays ? "the music goes on" : "nothing plays")
    case .streamMoving(true): "the sound server moves our stream; silent until that is done"
    case .streamMoving(false): "the sound server has moved our stream"
    case .holdExpired(let hold, let isPaused):
      "nobody has ended what held the music (\(hold.text)) for half an hour" + (isPaused ? "; it stays paused" : "")
    case .muteSwitch(let isOn): isOn ? "the mute switch is on: silent" : "the mute switch is off"
    case .muteIgnored(let plays):
      "the mute switch is on; " + (plays ? "the music goes on, as playback does not obey it" : "nothing plays")
    case .sleeping: "the computer goes to sleep: silent, and the device is closed"
    case .awake(let plays, let waited):
      "the computer is awake" + (!waited ? "" : plays ? "; the music goes on" : "; it stays paused")
    case .stopped(let isStopped): isStopped ? "the player's process is stopped: silent" : "the player's process goes on"
    case .cardKept: "another program asks for the card, and does not get it"
    case .othersPaused(let names): "other players are paused: \(names.joined(separator: ", "))"
    case .othersResumed(let names): "other players may go on: \(names.joined(separator: ", "))"
    case .deviceBusy: "another program has the device; it is tried again for half a minute"
    case .deviceFree: "the device is free again"
    case .deviceLost(let route, let outcome, let problem):
      "\(route.label): the device has gone (\(problem.word)); \(outcome.text)"
    case .deviceFailed(let text, _): "\(text); paused"
    case .deviceSilent: "the device does not answer; silent, and it is tried again"
    case .deviceAnswers: "the device plays again"
    case .ranDry(let count): "the device ran dry and goes on, \(times(count)) since it was opened"
    case .fileSlow: "the file comes too slowly; the music waits for it"
    case .released(let pause):
      "the device is let go" + (pause.map { " after a pause of \($0.spoken)" } ?? "") + ", so that others can have it"
    case .queueEnded: "the queue is at its end"
    case .damaged(let track, let reason): "\(track.text): \(reason)"
    case .unplayable(let track, let reason, let endsEarly):
      "\(track.text) \(endsEarly ? "ends early" : "is passed over"): \(reason)"
    case .restored(let how): how.text
    case .keptPrivate(let problem): "\(problem); paused"
    case .terminalLeft: "the last screen's terminal was closed: stopped, as the category says"
    case .observerLost: "a program that watches the player did not read what it was told; it is told no more"
    case .recordingBegan: "a recording begins: remotes can only stop the music meanwhile"
    case .recordingEnded(false): "the recording has ended"
    case .recordingEnded(true): "the recording has ended, as its microphone is gone; its file is complete"
    case .ended(let why): why.text
    case .doseReached(let percent, let allowance):
      "in seven days you have heard \(percent) % of what is safe for \(allowance.rawValue) (ITU-T H.870)"
    case .hookEnded(let report): report.sentence
    case .commanded(let note): note.text
    case .managerPaused(let process):
      "\(process) asks for a pause because of the unplugging, which has paused the music already"
    case .duplicate(let kind): "\(kind.text) came twice, as a key and over the bus; it counts once"
    case .greeting(let device): "\(device) says play as it is connected; nothing starts"
    case .farewell(let device): "\(device) has said play as it was switched off; nothing starts"
    default: ""
    }
  }
}

/// "once", "2 times".
private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

extension Duration {
  fileprivate var milliseconds: Int64 { wholeNanoseconds / 1_000_000 }

  /// "30 s", "2.5 s", "10 min".
  var spoken: String {
    let seconds = components.seconds
    return seconds >= 120 && self == .seconds(seconds / 60 * 60) ? "\(seconds / 60) min" : "\(decimalText) s"
  }
}

extension LevelledRoute {
  fileprivate var text: String { route.port == .none ? route.label : "\(route.label), \(levelText)" }

  fileprivate var levelText: String { "level \(level.percent) %" + (isNew ? ", the default there" : "") }
}

extension RouteOutcome {
  fileprivate var text: String {
    switch self {
    case .stillSilent: "nothing played, and nothing starts"
    case .paused(let window, let underHold): Self.pause(window) + (underHold ? ", once nothing else holds it" : "")
    case .pausedByManager(let window): "\(Self.pause(window)), though a session manager asked for a pause first"
    case .pausedBefore: "paused already"
    case .stopped: "stopped, as its settings say"
    case .continued: "the music goes on there, as its settings say"
    case .awaited: "it was waited for"
    case .goesOn: "the music goes on"
    }
  }

  private static func pause(_ window: Duration?) -> String {
    window.map { "paused; its return within \($0.spoken) resumes" } ?? "paused"
  }
}

extension Interruption {
  fileprivate var text: String {
    switch self {
    case .command: "something else is to be heard"
    case .call: "a call"
    case .player: "another player plays"
    case .reservation: "another program has the card"
    }
  }
}

extension Leaving {
  fileprivate var text: String {
    switch self {
    case .asked: "the player was asked to end"
    case .signal(let number): "the player ends by signal \(number)"
    case .done: "the player ends, as there is nothing more to play"
    case .terminalLost: "the player ends, as its terminal is gone"
    case .failed: "the player ends, as it cannot go on"
    }
  }
}

extension InterruptionEnd {
  fileprivate var text: String {
    switch self {
    case .goesOn: "the music goes on"
    case .staysPaused: "it stays paused"
    case .othersLast: "something else still interrupts"
    }
  }
}

extension Hold {
  fileprivate var text: String {
    switch self {
    case .interruption: "an interruption"
    case .sleep: "a sleep"
    case .server: "the sound server"
    case .busy: "a busy device"
    case .snag: "a loose contact"
    case .mute: "the mute switch"
    case .stuck: "a stuck device"
    }
  }
}

extension RestoredAs {
  /// What became of it, for people.
  var text: String {
    switch self {
    case .playing: "restored, and it plays on where it was"
    case .paused: "restored, and paused until somebody plays it"
    case .pausedForOthers: "restored, but paused: others would hear it"
    case .pausedElsewhere: "restored, but paused: it played on another device"
    }
  }
}

extension OutputProblem {
  /// What went wrong, without the device's name.
  fileprivate var word: String {
    switch self {
    case .busy: "in use"
    case .noDevice: "not there"
    case .noPermission: "no permission"
    case .formatRefused: "format refused"
    case .failed(_, let message): message
    }
  }
}
