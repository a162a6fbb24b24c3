public import AudioEngine
internal import CAlsa
internal import Glibc
public import PlayerCore

/// Plays to an ALSA device by name. Made on any thread, used on the output thread only; from `open` to `close` nothing
/// here allocates, locks or logs – what alsa-lib's plug-ins do inside is theirs – but for the words of an error that is
/// new to `OutputProblem`, with which the stream ends anyway.
public final class ALSAOutput: Output {
  private let name: String
  private let buffering: OutputBuffering
  private var pcm: PCMHandle?
  private var terms: PCMTerms?
  private var isRunning = false
  /// The PCM's descriptors and, last, the one to be woken by.
  private var polled: UnsafeMutableBufferPointer<pollfd>
  /// The silence that a run begins with.
  private var lead: UnsafeMutableRawBufferPointer

  /// An output to the device that ALSA knows as `deviceName`: "default", "hw:0,0", … Nothing is opened yet.
  public init(deviceName: String, buffering: OutputBuffering = OutputBuffering()) {
    name = deviceName
    self.buffering = buffering
    polled = .allocate(capacity: 1)
    polled.initialize(repeating: pollfd())
    lead = .allocate(byteCount: 0, alignment: 1)
  }

  deinit {
    polled.deallocate()
    lead.deallocate()
  }

  /// Opens the device in the file's own rate, and its channels or the nearest number that there is. In turn: without
  /// any conversion; at the card's own rate, if the file's is not demanded; with what the device's own definition
  /// converts; through the plug layer. Where it is busy, missing or forbidden no other way is tried.
  public func open(for format: AudioFormat, rate: RateDemand) throws(OutputProblem) -> OpenedOutput {
    close()
    var refusal: ALSAError?
    var isHardware = false
    for way in Way.allCases where !(isHardware && way == .ownConversion) {
      if way == .ownRate, rate == .exact { continue }
      let deviceName = way == .plugLayer ? Self.plugged(name) : name
      do {
        let handle = try PCMHandle(name: deviceName, conversion: way.conversion)
        isHardware = handle.isHardware
        do {
          let possible = way == .ownRate ? try handle.atOwnRate(format) : format
          return try setUp(handle, named: deviceName, for: possible)
        } catch {
          refusal = error
        }
      } catch {
        if let refusal { throw refusal.problem }
        throw openingProblem(error, device: name)
      }
    }
    throw .formatRefused
  }

  /// Closes the PCM, which stops it at once.
  public func close() {
    isRunning = false
    terms = nil
    pcm = nil
  }

  /// Makes the PCM ready, also out of an underrun or a suspend: drivers that can resume are prepared all
  /// the same. Where the first frames might be lost, some of silence go ahead of them; they count in
  /// `delay` as any that is not heard yet.
  public func prepare() throws(OutputFault) {
    isRunning = false
    try pcm?.prepare()
    if let terms, terms.leadFrames > 0 { _ = try pcm?.write(lead.baseAddress!, frames: terms.leadFrames) }
  }

  /// Frames that fit, after a look at the hardware.
  public func room() throws(OutputFault) -> Int {
    guard let terms, let room = try pcm?.room() else { return 0 }
    return min(room, terms.bufferFrames)
  }

  /// Queues frames; 0 when nothing fits.
  public func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int {
    guard frames > 0 else { return 0 }
    return try pcm?.write(samples, frames: frames) ?? 0
  }

  /// Starts the PCM; no amount of written frames does it by itself.
  public func start() throws(OutputFault) {
    guard !isRunning else { return }
    try pcm?.start()
    isRunning = true
  }

  /// What the driver has noted when it started the card; nil behind alsa-lib's plug-ins.
  public var startTime: MonotonicTime? { terms?.tellsStartTime == true ? pcm?.startTime() : nil }

  /// ALSA's delay: exact to the driver's position on a card, an estimate behind a server,
  /// where it can exceed the buffer.
  public func delay() throws(OutputFault) -> Int { try pcm?.delay() ?? 0 }

  /// Takes back queued frames, up to the very next one to be heard; none where a converter or a server has got them.
  /// Asks once: of a player that joined others, dmix (1.2.8) takes back up to a period less than is queued, which was
  /// heard already, and asked again for that rest it writes past its buffer.
  public func rewind(_ frames: Int) -> Int {
    guard let terms, terms.rewinds else { return 0 }
    return pcm?.rewind(frames, least: terms.leastToRewind, margin: terms.rewindMargin) ?? 0
  }

  /// Stops the PCM. dmix plays on what it has mixed already: `rewind` first. A card's own device keeps its position
  /// while it stands; between a `delay` and the stop it may have moved by as much as the card does at once.
  @discardableResult
  public func drop() -> Int? {
    isRunning = false
    guard let terms else { return nil }
    pcm?.drop()
    return pcm?.queuedWhenStopped(bufferFrames: terms.bufferFrames)
  }

  /// Microseconds for which libpulse's thread keeps its lock after it has said that there is room.
  private static let lockTime: UInt32 = 300

  /// Polls the PCM while it plays, and `wake` always: a PCM that is not playing makes no room.
  public func wait(wake: Int32, milliseconds: Int32) {
    let last = polled.count - 1
    polled[last] = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    let base = polled.baseAddress!
    // A stopped PCM's descriptors are always ready (the kernel answers POLLERR), and it makes no room.
    guard isRunning else {
      poll(base + last, 1, milliseconds)
      return
    }
    // Asked for again each time: PipeWire's plug-in clears its descriptor only then, and one that stays readable would
    // be polled without end.
    _ = pcm?.fill(base, count: last)
    guard poll(base, nfds_t(polled.count), milliseconds) > 0 else { return }
    // libpulse's thread says so while it holds the lock that the next call needs. To wait for that in the kernel costs
    // both threads more than to come when it is free.
    if terms?.isServed == true, polled[last].revents == 0 { usleep(Self.lockTime) }
    _ = pcm?.isReady(base, count: last)
  }

  /// The ways to open a device, in the order in which they are tried.
  private enum Way: CaseIterable {
    case unconverted, ownRate, ownConversion, plugLayer

    var conversion: PCMHandle.Conversion {
      switch self {
      case .unconverted: .none
      case .ownRate: .allButRate
      case .ownConversion, .plugLayer: .any
      }
    }
  }

  /// Agrees on terms with the device and keeps it.
  private func setUp(
    _ handle: consuming PCMHandle, named deviceName: String, for format: AudioFormat
  ) throws(ALSAError) -> OpenedOutput {
    let card = try handle.card()
    let agreed = try handle.negotiate(format, card: card, buffering: buffering)
    let count = handle.descriptorCount
    polled.deallocate()
    polled = .allocate(capacity: count + 1)
    polled.initialize(repeating: pollfd())
    let filled = handle.fill(polled.baseAddress!, count: count)
    precondition(filled == count, "alsa-lib fills as many poll descriptors as it has announced")
    lead.deallocate()
    lead = .allocate(
      byteCount: agreed.leadFrames * agreed.channelMap.count * agreed.sampleFormat.bytes, alignment: 4)
    // Zero is silence in every sample format.
    lead.initializeMemory(as: UInt8.self, repeating: 0)
    terms = agreed
    let isDirect = handle.isHardware
    pcm = consume handle
    return OpenedOutput(
      description: OutputDescription(
        deviceName: deviceName, card: card, rate: format.rate, channels: agreed.channelMap.count,
        sampleFormat: agreed.sampleFormat.rawValue, isSimulated: false, isDirect: isDirect,
        channelMap: agreed.channelMap),
      sampleFormat: agreed.sampleFormat, bufferFrames: agreed.bufferFrames, queueFrames: agreed.queueFrames,
      periodFrames: agreed.periodFrames)
  }

  /// The name that reaches `name` through the plug layer, which converts rate, channels and sample format.
  static func plugged(_ name: String) -> String {
    if name.hasPrefix("hw:") { return "plug" + name }
    return "plug:SLAVE='\(name)'"
  }
}
