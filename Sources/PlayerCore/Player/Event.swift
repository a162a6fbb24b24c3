/// Something that happened outside. Everything that the player learns reaches it as one of these, with the time.
public enum Event: Equatable, Sendable {
  /// The program started: these make the queue. `plays`: and the first one is to be heard.
  case launched([QueueItem], plays: Bool)
  /// The place where sessions are kept is open, and held what is to be restored, if anything; from now on this one is
  /// saved.
  case sessionOpened(SavedSession?)
  /// This session will not be saved, nor the last one be restored; the reason is for people.
  case sessionRefused(String)
  /// The program is about to end: what is not saved yet is to be saved now.
  case leaving(Leaving)
  /// A monitor's facts are others than before.
  case factsChanged(Facts)
  /// Where the device would send sound, looked up before it is opened.
  case deviceProbed(OutputFacts)
  /// A command arrived.
  case commandReceived(Command, from: CommandSource)
  /// A key of a keyboard, or a button of a headset, was pressed or let go.
  case pressed(Press)
  /// Other devices are listened to for presses than before: these.
  case pressDevicesChanged([PressDevice])
  /// The program called `process` asked over MPRIS for a pause (R11).
  case pauseRequested(byProcess: String)
  /// The engine reported.
  case engineReported(EngineReport)
  /// A file was read for its facts.
  case trackRead(QueueEntryID, TrackFacts)
  /// A file was read for its facts, and a cue sheet inside it names these parts of it, in their order.
  case sheetRead(QueueEntryID, TrackFacts, [QueueItem])
  /// A file could not be read; the reason is for people.
  case trackUnreadable(QueueEntryID, reason: String)
  /// Something keeps a wish to play silent from now on (R14).
  case holdBegan(Hold)
  /// That is over; `shouldResume`: playback may go on (R15).
  case holdEnded(Hold, shouldResume: Bool)
  /// The machine is about to sleep and waits, not for long, until `allowSleep` (login1, PrepareForSleep).
  case sleepAnnounced
  /// The machine is awake again (login1).
  case wokeUp
  /// The machine is about to be switched off (login1, PrepareForShutdown).
  case shutdownAnnounced
  /// Another program of this priority asks for the card that we have reserved (org.freedesktop.ReserveDevice1,
  /// RequestRelease), and waits for `answerReservation`.
  case reservationRequested(by: String, priority: Int)
  /// Somebody has taken the card that we had reserved, or has it, and does not give it.
  case reservationLost(to: String)
  /// The card is ours to use, or nobody's any more.
  case reservationGranted
  /// The last terminal that showed the player has gone away (R29).
  case terminalLeft
  /// A program of ours has begun to record (R29).
  case recordingBegan
  /// It has ended; its microphone was lost, or somebody wanted it to (R30).
  case recordingEnded(lostMicrophone: Bool)
  /// A client of the control socket did not read what it was told, and is told no more (R31).
  case observerDropped
  /// What earlier runs of the player have heard.
  case listeningOpened(ListeningBook)
  /// It is this day on the user's calendar, counted from 1970-01-01: at the start, after midnight, and when the clock
  /// was set.
  case dayBegan(Int)
  /// What has become of a program that `runHook` has started.
  case hookEnded(HookReport)
  /// What came of `requestRealTime`.
  case realTimeAnswered(RealTime)
  /// Something that the user should read, for a few seconds: a setting that is wrong, a file that is passed over.
  case noticed(String)
  /// The time that the state named as its next deadline has come.
  case deadlineReached
}

/// Why the program ends.
public enum Leaving: Equatable, Sendable {
  /// Somebody has asked for it.
  case asked
  /// This signal came.
  case signal(Int32)
  /// It was to end after the last track.
  case done
  /// Its terminal is gone.
  case terminalLost
  /// What it needs is not there, or has failed.
  case failed
}

extension Event {
  /// Whether it is the last one that counts.
  var isEnd: Bool { if case .leaving = self { true } else { false } }
}
