/// Something that happened outside. Everything that the player learns reaches it as one of these, with the time.
public enum Event: Equatable, Sendable {
  /// The program started: these make the queue. `plays`: and the first one is to be heard.
  case launched([QueueItem], plays: Bool)
  /// A monitor's facts are others than before.
  case factsChanged(Facts)
  /// Where the device would send sound, looked up before it is opened.
  case deviceProbed(OutputFacts)
  /// A command arrived.
  case commandReceived(Command, from: CommandSource)
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
  /// What came of `requestRealTime`.
  case realTimeAnswered(RealTime)
  /// Something that the user should read, for a few seconds: a setting that is wrong, a file that is passed over.
  case noticed(String)
  /// The time that the state named as its next deadline has come.
  case deadlineReached
}
