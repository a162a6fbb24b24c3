/// The device that the engine has opened, and how.
public struct OutputDescription: Hashable, Sendable {
  /// The name it was opened by, such as "default" or "hw:0,0".
  public var deviceName: String
  /// Where its sound goes.
  public var card: CardIndex?
  /// Frames a second at the device.
  public var rate: SampleRate
  /// The device's channels, in its order: where each one sounds; nil where nobody says.
  public var channelMap: [Speaker?]
  /// ALSA's name of the sample format, such as "S16_LE".
  public var sampleFormat: String
  /// Whether this is the simulated device.
  public var isSimulated: Bool
  /// Whether it is a card's own device, with nothing in between that could change a sample.
  public var isDirect: Bool

  /// Channels at the device.
  public var channels: Int { channelMap.count }

  /// A description. Without a map of its own the channels are as in WAV files.
  public init(
    deviceName: String, card: CardIndex?, rate: SampleRate, channels: Int, sampleFormat: String, isSimulated: Bool,
    isDirect: Bool = false, channelMap: [Speaker?]? = nil
  ) {
    self.deviceName = deviceName
    self.card = card
    self.rate = rate
    self.channelMap = channelMap ?? ChannelLayout(channels: channels).speakers
    self.sampleFormat = sampleFormat
    self.isSimulated = isSimulated
    self.isDirect = isDirect
  }
}

/// Why a device cannot be used.
public enum OutputProblem: Error, Hashable, Sendable {
  /// Another program has it (EBUSY).
  case busy
  /// There is no such device (ENOENT, ENODEV).
  case noDevice
  /// We may not open it (EACCES, EPERM).
  case noPermission
  /// It takes neither the file's rate and channels nor anything that they could be converted to.
  case formatRefused
  /// Anything else: the operation and what the system says.
  case failed(operation: String, message: String)
}

/// What the engine tells the core. Reports of an older generation than the core's are dropped.
public enum EngineReport: Hashable, Sendable {
  /// The track is open: what it is. Sent for every track that the engine opens, the next one included.
  case trackOpened(Generation, QueueEntryID, AudioFormat, length: FrameCount?)
  /// The first frames are decoded and the device is open: `begin` would be heard at once. Comes once more after `begin`
  /// if the device had gone while it was silent and was opened again, and waits for another `begin`.
  case prepared(Generation, OutputDescription)
  /// Sound started, or went from one track to the next without a gap: frame `Position` is heard at `at`.
  case started(Generation, Position, at: MonotonicTime)
  /// Silence. The position is the next frame to be heard: one past the last frame heard.
  case silenced(Generation, Position)
  /// The last track of this generation was heard to its end; the device is still open.
  case ended(Generation)
  /// This track cannot be decoded, or not any further; the reason is for people. The engine waits for `setNext`, or for
  /// `prepare` if it was the track to start with.
  case trackFailed(Generation, QueueEntryID, reason: String)
  /// The file of this track is damaged somewhere and goes on behind that; the reason, with the place, is for people.
  /// Comes once for a track that was opened, when it is decoded: some seconds before it is heard.
  case trackDamaged(Generation, QueueEntryID, reason: String)
  /// Every file was to be brought to this rate, and there is no library that does it:
  /// each plays at its own. Comes once.
  case resamplerMissing(wanted: SampleRate)
  /// The device could not be opened.
  case openFailed(Generation, OutputProblem)
  /// The device is gone, or went wrong past mending, while open. The position is the next frame to be heard.
  case deviceLost(Generation, Position, OutputProblem)
  /// The device ran dry because the file does not come fast enough. The position is the next frame to be heard;
  /// `recovered` follows once there is enough of it.
  case starved(Generation, Position)
  /// The machine slept: the device stands still at the position, the next frame to be heard, and waits for `prepare`.
  case suspended(Generation, Position)
  /// The answer to `check`: the next frame to be heard, and whether the device is running.
  case checked(Generation, Position, isRunning: Bool)
  /// The device ran dry and was started again at `Position`, heard at `at`; so many times since it was opened.
  case recovered(Generation, Position, at: MonotonicTime, underruns: Int)
  /// So much was heard since the last such report: told once a minute, when the gain was changed, and at every silence.
  case heard(HeardSound)
  /// The device is closed.
  case released
  /// The output thread, which has this number in the kernel, has tried to go before ordinary threads: the priority that
  /// it has now, or nil if the system does not allow that.
  case outputThreadStarted(thread: Int32, priority: Int?)
}
