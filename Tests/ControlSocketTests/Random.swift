import PlayerCore

/// Chance that can be repeated, for values of everything that goes over the socket.
struct Random {
  private var source: SplitMix64

  init(seed: UInt64) { source = SplitMix64(seed: seed) }

  mutating func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
    Number.random(in: range, using: &source)
  }
  mutating func odds(_ of: Int) -> Bool { number(1...of) == 1 }
  mutating func coin() -> Bool { odds(2) }
  mutating func one<Value>(_ values: [Value]) -> Value { values.randomElement(using: &source)! }
  mutating func maybe<Value>(_ value: (inout Random) -> Value) -> Value? { coin() ? value(&self) : nil }
  mutating func some<Value>(_ most: Int, _ value: (inout Random) -> Value) -> [Value] {
    (0..<number(0...most)).map { _ in value(&self) }
  }

  mutating func text() -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", " ", "\"", "\\", "/", "\n", "\r", "\t", "\0", "\u{1}", "\u{7F}", "é", "e\u{301}".unicodeScalars.last!,
      "\u{2028}", "あ", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "🎧", "\u{10FFFF}", "\u{202E}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<number(0...8) { text.append(one(alphabet)) }
    return String(text)
  }

  mutating func path() -> FilePath {
    coin() ? FilePath("/" + text()) : FilePath(bytes: Array("/".utf8) + some(6) { $0.number(0...255) })
  }

  mutating func double() -> Double {
    one([0, -0.0, 1.0 / 3, -6.02, 1e-300, 1.797e308, .infinity, -.infinity, Double(number(-1_000...1_000)) / 7])
  }

  mutating func time() -> MediaTime {
    MediaTime(number(0...(odds(5) ? Int64.max : 100_000)), timescale: number(1...(odds(5) ? Int32.max : 75)))
  }
  mutating func part() -> TrackPart { TrackPart(start: time(), end: maybe { $0.time() }) }

  mutating func format() -> AudioFormat {
    let channels = number(1...20)
    let layout =
      coin() ? ChannelLayout(channels: channels) : ChannelLayout(channels: channels, mask: number(0...UInt32.max))
    let bits = number(1...64)
    return AudioFormat(
      rate: SampleRate(number(1...Int32.max)), layout: layout,
      encoding: one([.integer(bits: bits), .float(bits: bits), .lossy(text())]))
  }

  mutating func facts() -> TrackFacts {
    TrackFacts(
      title: maybe { $0.text() }, artist: maybe { $0.text() }, album: maybe { $0.text() },
      albumArtist: maybe { $0.text() },
      albumPlace: maybe { AlbumPlace(disc: $0.number(-3...300), track: $0.number(0...Int(Int32.max))) },
      format: maybe { $0.format() }, length: maybe { FrameCount($0.number(0...Int64.max)) },
      replayGain: maybe {
        ReplayGainFacts(
          trackGain: $0.maybe { $0.double() }, trackPeak: $0.maybe { $0.double() },
          albumGain: $0.maybe { $0.double() }, albumPeak: $0.maybe { $0.double() })
      })
  }

  mutating func id() -> QueueEntryID { QueueEntryID(number(0...UInt32.max)) }

  mutating func entry(_ id: QueueEntryID) -> QueueEntry {
    QueueEntry(
      id: id, path: path(), part: maybe { $0.part() }, dividedFrom: maybe { $0.id() }, facts: facts(),
      problem: maybe { $0.text() })
  }

  mutating func queue(_ most: Int) -> [QueueEntry] {
    let first = number(1...UInt32.max / 2)
    return (0..<number(0...most)).map { entry(QueueEntryID(first + UInt32($0))) }
  }

  mutating func item() -> QueueItem {
    var path = path()
    while path.bytes.contains(0) { path = self.path() }
    return QueueItem(path: path, part: maybe { $0.part() }, facts: facts())
  }

  mutating func route() -> Route {
    Route(
      port: one([.headphones, .headset, .builtInSpeaker, .lineOut, .hdmi, .usbAudio, .usbHeadset, .none, .virtual]),
      id: RouteID(text()), name: text(), privacy: one([.wearerOnly, .everybody, .unknown]),
      jacks: some(3) { $0.text() })
  }

  mutating func routeSummary() -> RouteSummary {
    RouteSummary(
      id: RouteID(text()), name: maybe { $0.text() }, port: maybe { $0.one([.headphones, .usbAudio, .hdmi]) },
      level: Level(percent: number(0...100)), cap: Level(percent: number(0...100)), isMuted: coin(),
      isAvailable: coin(), isCurrent: coin(), onUnplug: one(OnUnplug.allCases), onPlug: one(OnPlug.allCases),
      speakerLevel: maybe { Level(percent: $0.number(0...100)) },
      releaseAfter: maybe { .nanoseconds($0.number(0...Int64.max)) },
      listening: maybe { random in
        ListeningSummary(
          today: random.span(), week: random.span(), dose: random.maybe { $0.number(0...Int(Int32.max)) })
      })
  }

  mutating func span() -> ListeningSummary.Span {
    ListeningSummary.Span(minutes: number(0...10_080), level: maybe { $0.number(-1_000...30) })
  }

  mutating func output() -> OutputDescription {
    OutputDescription(
      deviceName: text(), card: maybe { CardIndex($0.number(0...31)) }, rate: SampleRate(number(1...384_000)),
      channels: 2, sampleFormat: one(["S16_LE", "FLOAT_LE"]), isSimulated: coin(), isDirect: coin(),
      channelMap: some(9) { $0.maybe { $0.one(Speaker.allCases) } })
  }

  mutating func snapshot(queue most: Int = 6) -> Snapshot {
    var snapshot = Snapshot()
    snapshot.queue = queue(most)
    snapshot.queueRevision = number(0...UInt64(Int64.max))
    // The current track may have left the queue.
    snapshot.current = coin() ? (odds(4) ? id() : snapshot.queue.isEmpty ? nil : one(snapshot.queue).id) : nil
    snapshot.status = one([.playing, .paused, .stopped])
    let cause: WishCause = one([.user, .routeLost, .headset, .timer, .endOfQueue, .deviceError])
    snapshot.wish = Wish(one([.play, .pause, .stop]), because: cause)
    snapshot.holds = Set(some(3) { $0.one(Hold.allCases) })
    snapshot.playhead = Playhead(
      frame: FrameCount(number(Int64.min...Int64.max)), at: MonotonicTime(nanoseconds: number(0...Int64.max)),
      rate: SampleRate(number(1...Int32.max)), advances: coin())
    snapshot.jumps = number(0...UInt64(Int64.max))
    snapshot.interruptions = Set(some(3) { $0.one(Interruption.allCases) })
    snapshot.category = one(Category.allCases)
    snapshot.route = route()
    snapshot.privateListening = one(PrivateListening.allCases)
    snapshot.routes = some(4) { $0.routeSummary() }
    snapshot.microphones = some(3) { random in
      Microphone(
        port: random.one(Microphone.Port.allCases), id: random.text(), name: random.text(),
        card: random.maybe { CardIndex($0.number(0...31)) }, isPlugged: random.maybe { $0.coin() })
    }
    snapshot.weeklyDose = maybe { $0.number(0...Int(Int32.max)) }
    snapshot.lostRoute = maybe { $0.route() }
    snapshot.level = Level(percent: number(0...100))
    snapshot.isMuted = coin()
    snapshot.output = maybe { $0.output() }
    snapshot.isBitPerfect = coin()
    snapshot.realTime = one([.unknown, .allowed(priority: 10), .granted(priority: number(0...99)), .refused(text())])
    snapshot.resumesUntil = maybe { MonotonicTime(nanoseconds: $0.number(0...Int64.max)) }
    snapshot.repeatMode = one(RepeatMode.allCases)
    snapshot.shuffles = coin()
    snapshot.isSilent = coin()
    snapshot.isAwaitingSession = coin()
    snapshot.timelineCount = number(0...UInt64(Int64.max))
    snapshot.capabilities.play = coin()
    snapshot.capabilities.pause = coin()
    snapshot.capabilities.next = coin()
    snapshot.capabilities.previous = coin()
    snapshot.capabilities.seek = coin()
    snapshot.isBuffering = coin()
    snapshot.message = maybe { $0.text() }
    snapshot.simulation = one([.off, .requested, .noCardFound])
    return snapshot
  }

  mutating func commands() -> [Command] {
    let distance = Duration.nanoseconds(number(Int64.min...Int64.max))
    return [
      .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack, .playEntry(id()), .skip(distance),
      .changePlaybackPosition(distance), .setLevel(Level(percent: number(0...100))), .changeLevel(number(-100...100)),
      .setMute(coin()), .toggleMute, .changeRepeatMode(one(RepeatMode.allCases)), .cycleRepeatMode,
      .changeShuffleMode(coin()), .toggleShuffleMode,
      .changePrivateListening(coin()), .togglePrivateListening, .chooseRoute(RouteID(text())),
      .cycleRoutePolicy(one(RoutePolicy.allCases), of: RouteID(text())),
      .insert(some(3) { $0.item() }, at: one([.end, .next, .index(number(0...Int(Int32.max)))])),
      .playItems(some(3) { $0.item() }), .removeEntries(some(3) { $0.id() }),
      .moveEntries(some(3) { $0.id() }, to: number(0...Int(Int32.max))), .clearQueue,
      .changeCategory(one(Category.allCases)),
    ]
  }
}
