internal import LinuxSystem
internal import PlayerCore

/// From an ordered stream to a device that could play it at once.
extension Renderer {
  /// Frames that the engine keeps in the device; the ring must hold as many again, to be decoded meanwhile.
  var queueFrames: Int { min(device?.queueFrames ?? 0, ring.shape.capacity / 2) }

  /// Goes on with preparing; nil if the phase changed.
  mutating func prepare() -> Pause? {
    if segment == nil { takeStart() }
    guard segment != nil else { return .signal(milliseconds: -1) }
    if device == nil || deviceRate != rate || deviceLayout != ring.shape.layout {
      openDevice()
      // It may have taken long, and silence may have been ordered meanwhile.
      obeySilence()
      return nil
    }
    guard hasFirstPart(queueFrames) else { return .signal(milliseconds: -1) }
    phase = .ready
    report(.prepared(generation))
    return nil
  }

  /// Whether enough for the device's queue is in the ring, or all there will be. If not,
  /// the thread is woken once it is.
  func hasFirstPart(_ frames: Int) -> Bool {
    let isThere = !ring.wakes(whenPublished: ring.rendered + frames)
    return isThere || endFrame != nil
  }

  /// Discards what earlier streams left, up to the start mark of this one if it has come.
  private mutating func takeStart() {
    let published = ring.published
    while marks.count > 0 {
      let mark = marks[0]
      if case .start(let position, let trackRate, let replayGain, let rate, let shape) = mark.kind {
        // One of a later stream stays: its order is on the way.
        if mark.generation > generation { return }
        if mark.generation == generation {
          ring.release(before: mark.frame)
          _ = marks.pop()
          ring.shape = shape
          self.rate = rate
          segment = Segment(frame: mark.frame, position: position, rate: trackRate, replayGain: replayGain)
          resting = position
          return
        }
      }
      _ = marks.pop()
    }
    ring.release(before: published)
  }

  private mutating func openDevice() {
    closeDevice()
    guard let request = wire.request.withLock({ $0 }) else { return }
    let format = request.format
    do throws(OutputProblem) {
      let opened = try output.open(for: format, rate: request.rate)
      deviceRate = request.rate == .exact ? format.rate : opened.description.rate
      deviceLayout = format.layout
      underruns = 0
      hasPlayed = false
      // Room for what a wake-up finds free: each further write would wake a server's client thread once more.
      let frames = max(4096, 2 * opened.periodFrames)
      block = StagingBlock(
        frames: min(opened.bufferFrames, frames),
        routing: ChannelRouting(from: format.layout, to: opened.description.channelMap), format: opened.sampleFormat,
        dithers: dithers)
      device = opened
      report(worded: .opened(opened.description))
      if deviceRate != rate {
        // The stream was decoded for a rate that the device does not have: it comes again at the device's.
        segment = nil
        wire.feed.post(.deviceAnswered(generation, asked: format.rate, rate: deviceRate))
      }
    } catch {
      phase = .idle
      report(worded: .openFailed(generation, error))
    }
  }

  mutating func closeDevice() {
    guard device != nil else { return }
    output.close()
    device = nil
  }

  /// Only while no device plays: this allocates and locks.
  mutating func report(worded report: WordedReport) {
    wire.worded.withLock { $0.append(report) }
    self.report(.worded)
  }
}
