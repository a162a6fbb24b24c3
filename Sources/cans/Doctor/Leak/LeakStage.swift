import PlayerCore

/// How far the leak test is, and until when it may take to go on.
enum LeakStage {
  case awaitsHeadphones(until: MonotonicTime)
  case starts(until: MonotonicTime)
  case plays(until: MonotonicTime)
  case awaitsPull(until: MonotonicTime)
  case awaitsSilence(since: LeakMark, until: MonotonicTime)
  case watches(LeakFigures, [KernelStream], until: MonotonicTime)

  /// When something is to be done although nothing happens.
  var deadline: MonotonicTime {
    switch self {
    case .awaitsHeadphones(let until), .starts(let until), .plays(let until), .awaitsPull(let until),
      .awaitsSilence(_, let until), .watches(_, _, let until):
      until
    }
  }
}

/// What was so when the program was told that the headphones were pulled, before it did anything.
struct LeakMark {
  let time: MonotonicTime
  let route: Route
  let output: OutputDescription?
  let frame: FrameCount
  let written: Int
  let takenBack: Int
}
