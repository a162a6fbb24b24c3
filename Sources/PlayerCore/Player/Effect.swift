/// Something to be done outside, as data: tests compare effects with `==`.
public enum Effect: Equatable, Sendable {
  /// An order to the engine.
  case engine(EngineOrder)
  /// Every observer of routes is to be told (R31).
  case announce(RouteChange)
  /// Likewise, of a headset's microphone (R30).
  case announceMicrophone(MicrophoneChange)
  /// The contact bounced so often and is fine (R9).
  case noteBounces(Int)
  /// This belongs into the timeline; it happened then.
  case record(TimelineEntry, at: MonotonicTime)
  /// A program of the user's is to be run; nobody waits for it.
  case runHook(HookCall)
  /// The answer to a command, for the source it came from.
  case answer(Command, to: CommandSource, CommandStatus)
  /// These files are to be read for their facts.
  case readFacts([Track])
  /// rtkit is to be asked to let this thread go before ordinary ones.
  case requestRealTime(thread: Int32)
  /// Levels and mutes are to be saved.
  case saveVolume(VolumeBook)
  /// Where the player is in its queue is to be saved, and the queue itself if that is there.
  case saveSession(SavedPlace, queue: PlayQueue?)
  /// This was heard besides what was given before, and is to be saved; today is this day.
  case saveListening(ListeningBook, today: Int)
  /// Sleep is to wait from now on until it is allowed (login1, a delay inhibitor).
  case delaySleep
  /// All is silent and saved: the machine may sleep.
  case allowSleep
  /// The card is about to be opened: whoever has it is to be asked for it (org.freedesktop.ReserveDevice1).
  case reserveCard(CardIndex)
  /// The card is closed: anybody may have it.
  case releaseReservation
  /// The answer to whoever asked for the card.
  case answerReservation(granted: Bool)
  /// These other players are to pause, by their names on the bus (R37).
  case pausePlayers([String])
  /// These are to go on.
  case resumePlayers([String])
  /// What the sound server still has of our stream is not to be heard anywhere: the device it was for has gone (R1).
  case discardStream
  /// Our stream at the sound server is to play to this sink, by its name (R8).
  case moveStream(toSink: String)
  /// This port of a sink is to become the active one, by their names (R8).
  case activatePort(String, ofSink: String)
}
