internal import AudioEngine
internal import CAlsa
internal import Glibc
internal import PlayerCore

/// An open PCM, closed with its owner: one that plays, unless it was opened to record. Never blocks in reading or
/// writing. Opening may allocate and take its time; everything else is fit for the output thread.
struct PCMHandle: ~Copyable {
  /// Only for the negotiations in `PCMTerms` and `CaptureTerms`; nobody keeps or closes it.
  let pointer: OpaquePointer
  /// Made at open, so that asking for it allocates nothing.
  private let status: OpaquePointer

  /// What the plug layer may convert.
  enum Conversion {
    /// Nothing: the device's own rates, channels and formats.
    case none
    /// Channels and sample formats: that can still be taken back.
    case allButRate
    /// Everything that the named device's definition allows.
    case any
  }

  /// alsa-lib's complaints are switched off once, before the first PCM is opened.
  private static let silencedMessages: Void = cans_alsa_silence_messages()

  /// Opens `name`. Another program's device answers EBUSY at once instead of waiting for it.
  init(
    name: String, conversion: Conversion, direction: snd_pcm_stream_t = SND_PCM_STREAM_PLAYBACK
  ) throws(ALSAError) {
    _ = Self.silencedMessages
    var mode = SND_PCM_NONBLOCK
    if conversion != .any { mode |= SND_PCM_NO_AUTO_RESAMPLE }
    if conversion == .none { mode |= SND_PCM_NO_AUTO_CHANNELS | SND_PCM_NO_AUTO_FORMAT }
    var opened: OpaquePointer?
    try check("open", snd_pcm_open(&opened, name, direction, mode))
    pointer = opened!
    var status: OpaquePointer?
    let failure = snd_pcm_status_malloc(&status)
    precondition(failure == 0, "out of memory")
    self.status = status!
  }

  deinit {
    snd_pcm_status_free(status)
    snd_pcm_close(pointer)
  }

  /// Whether this is a card's own device, with nothing of alsa-lib's in between.
  var isHardware: Bool { snd_pcm_type(pointer) == SND_PCM_TYPE_HW }

  /// The card that the sound goes to; nil where that is a server or nothing at all. Behind dmix it is the card that is
  /// mixed for.
  func card() throws(ALSAError) -> CardIndex? {
    var info: OpaquePointer?
    try check("info", snd_pcm_info_malloc(&info))
    defer { snd_pcm_info_free(info) }
    try check("info", snd_pcm_info(pointer, info))
    let number = snd_pcm_info_get_card(info)
    return number < 0 ? nil : CardIndex(Int(number))
  }

  func prepare() throws(OutputFault) { try run("prepare", snd_pcm_prepare(pointer)) }

  func start() throws(OutputFault) { try run("start", snd_pcm_start(pointer)) }

  func drop() { snd_pcm_drop(pointer) }

  /// The frames that the device had not taken when it was dropped; nil where something of alsa-lib's lies in between.
  /// While a card's device stands still, the kernel reports its last position and no delay.
  func queuedWhenStopped(bufferFrames: Int) -> Int? {
    guard isHardware, snd_pcm_status(pointer, status) == 0 else { return nil }
    return max(bufferFrames - Int(snd_pcm_status_get_avail(status)), 0)
  }

  /// When the PCM was started, by CLOCK_MONOTONIC; nil where something of alsa-lib's lies in between: only a card's
  /// driver notes the time in the moment in which it starts the card.
  func startTime() -> MonotonicTime? {
    guard isHardware, snd_pcm_status(pointer, status) == 0 else { return nil }
    var time = timespec()
    snd_pcm_status_get_trigger_htstamp(status, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Frames that can be written. `snd_pcm_avail_update` would be cheaper, but goes on answering after a USB card was
  /// pulled.
  func room() throws(OutputFault) -> Int { try run("avail", snd_pcm_avail(pointer)) }

  func write(_ samples: UnsafeRawPointer, frames: Int) throws(OutputFault) -> Int {
    let written = snd_pcm_writei(pointer, samples, snd_pcm_uframes_t(frames))
    if written == -Int(EAGAIN) || written == -Int(EINTR) { return 0 }
    return try run("write", written)
  }

  /// `snd_pcm_delay` asks the hardware where it is, so this is as exact as the driver. The codec's own delay counts;
  /// some drivers answer a few frames below zero around a start.
  func delay() throws(OutputFault) -> Int {
    var delay: snd_pcm_sframes_t = 0
    try run("delay", snd_pcm_delay(pointer, &delay))
    return max(delay, 0)
  }

  /// Takes back at most `frames` frames, if more than `least` are queued, and leaves the next
  /// `margin`; returns how many it were.
  func rewind(_ frames: Int, least: Int = 0, margin: Int = 0) -> Int {
    // The count of what can be taken back is computed from the last known position: look again first.
    snd_pcm_hwsync(pointer)
    let queued = snd_pcm_rewindable(pointer)
    let possible = min(queued - margin, frames)
    guard possible > 0, queued > least else { return 0 }
    return max(snd_pcm_rewind(pointer, snd_pcm_uframes_t(possible)), 0)
  }

  /// The number of descriptors to poll.
  var descriptorCount: Int { max(Int(snd_pcm_poll_descriptors_count(pointer)), 0) }

  /// Writes what to poll for into `entries`; returns how many were written.
  func fill(_ entries: UnsafeMutablePointer<pollfd>, count: Int) -> Int {
    max(Int(snd_pcm_poll_descriptors(pointer, entries, UInt32(count))), 0)
  }

  /// Takes at most `frames` recorded frames; returns how many there were.
  func read(_ samples: UnsafeMutableRawPointer, frames: Int) throws(OutputFault) -> Int {
    let read = snd_pcm_readi(pointer, samples, snd_pcm_uframes_t(frames))
    if read == -Int(EAGAIN) || read == -Int(EINTR) { return 0 }
    return try run("read", read)
  }

  /// Whether polled `entries` mean that there is room or sound, or an error to be met by the next call. Clears what a
  /// plug-in wants cleared, such as dmix's timer.
  func isReady(_ entries: UnsafeMutablePointer<pollfd>, count: Int) -> Bool {
    var events: UInt16 = 0
    guard snd_pcm_poll_descriptors_revents(pointer, entries, UInt32(count), &events) >= 0 else { return true }
    return events & UInt16(POLLIN | POLLOUT | POLLERR | POLLNVAL | POLLHUP) != 0
  }

  @discardableResult
  private func run(_ operation: String, _ result: Int) throws(OutputFault) -> Int {
    do {
      return try check(operation, result)
    } catch {
      throw error.fault(isDisconnected: snd_pcm_state(pointer) == SND_PCM_STATE_DISCONNECTED)
    }
  }

  @discardableResult
  private func run(_ operation: String, _ result: Int32) throws(OutputFault) -> Int {
    try run(operation, Int(result))
  }
}
