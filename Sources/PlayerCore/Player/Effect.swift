/// Something to be done outside, as data: tests compare effects with `==`.
public enum Effect: Equatable, Sendable {
  /// An order to the engine.
  case engine(EngineOrder)
  /// Every observer of routes is to be told (R31).
  case announce(RouteChange)
  /// The contact bounced so often and is fine (R9): for the log.
  case noteBounces(Int)
  /// The answer to a command, for the source it came from.
  case answer(Command, to: CommandSource, CommandStatus)
  /// These files are to be read for their facts.
  case readFacts([Track])
  /// rtkit is to be asked to let this thread go before ordinary ones.
  case requestRealTime(thread: Int32)
  /// Levels and mutes are to be saved.
  case saveVolume(VolumeBook)
}
