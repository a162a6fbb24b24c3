/// What is kept of a session from one run of the player to the next.
public struct SavedSession: Hashable, Sendable {
  /// The tracks.
  public var queue: SavedQueue
  /// Where in them the player was, and how it went through them.
  public var place: SavedPlace

  /// A session with `queue`, at `place`.
  public init(queue: SavedQueue, place: SavedPlace) {
    self.queue = queue
    self.place = place
  }
}

/// The queue's tracks, as they are kept from one run to the next.
public struct SavedQueue: Hashable, Sendable {
  /// Files and parts of files with what is known of them, in the order shown.
  public private(set) var items: [QueueItem]
  /// Indexes into `items`, in random order as it is played; nil: the order shown.
  public private(set) var order: [Int]?

  /// A queue of `items`; nil unless `order` names each of them once.
  public init?(items: [QueueItem], order: [Int]? = nil) {
    if let order {
      var named = [Bool](repeating: false, count: items.count)
      for index in order {
        guard named.indices.contains(index), !named[index] else { return nil }
        named[index] = true
      }
      guard order.count == items.count else { return nil }
    }
    self.items = items
    self.order = order
  }

  /// What is to be kept of `queue`.
  public init(_ queue: PlayQueue) {
    items = queue.entries.map { QueueItem(path: $0.path, part: $0.part, facts: $0.facts) }
    order = queue.shuffles ? queue.playedOrder : nil
  }
}

/// Where in its queue the player is, and how it goes through it, as it is kept from one run to the next.
public struct SavedPlace: Hashable, Sendable {
  /// The current track's index in the queue, in the order shown; nil: there is none.
  public var current: Int?
  /// The frame of it that is heard next.
  public var frame: FrameCount
  /// The frames in a second of it.
  public var rate: SampleRate
  /// Playing, paused or stopped.
  public var status: PlaybackStatus
  /// Where the sound went.
  public var route: RouteID
  /// How the queue repeats.
  public var repeatMode: RepeatMode
  /// What the player is used for, where that is not what the settings say.
  public var category: Category?

  /// The place `frame` of the track `current`.
  public init(
    current: Int?, frame: FrameCount = .zero, rate: SampleRate = SampleRate(44_100), status: PlaybackStatus = .stopped,
    route: RouteID = Route.nowhere.id, repeatMode: RepeatMode = .off, category: Category? = nil
  ) {
    self.current = current
    self.frame = frame
    self.rate = rate
    self.status = status
    self.route = route
    self.repeatMode = repeatMode
    self.category = category
  }
}
