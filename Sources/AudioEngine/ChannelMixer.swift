internal import PlayerCore

/// A routing of channels, laid out for the fill path, which may not touch an array.
struct ChannelMixer: ~Copyable {
  private let sources: Int
  private let targets: Int
  /// For each of the device's channels the file's; a negative one is silent. Nil where
  /// channels are mixed or nothing is done.
  private let picks: UnsafeMutablePointer<Int>?
  /// The factors, a row for each of the device's channels. Nil where none is needed.
  private let factors: UnsafeMutablePointer<Float>?

  /// Allocates what the routing needs.
  init(_ routing: ChannelRouting) {
    sources = routing.sources
    targets = routing.targets
    switch routing.method {
    case .unchanged:
      picks = nil
      factors = nil
    case .picked(let indices):
      let memory = UnsafeMutablePointer<Int>.allocate(capacity: indices.count)
      for (target, source) in indices.enumerated() { memory[target] = source ?? -1 }
      picks = memory
      factors = nil
    case .mixed(let rows):
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: rows.count * routing.sources)
      for (index, factor) in rows.joined().enumerated() { memory[index] = factor }
      picks = nil
      factors = memory
    }
  }

  deinit {
    picks?.deallocate()
    factors?.deallocate()
  }

  /// Whether frames pass as they are.
  var isIdle: Bool { picks == nil && factors == nil }

  /// Makes the device's frames out of `count` frames of the file.
  @_noAllocation @_noLocks
  func mix(_ frames: UnsafePointer<Float>, count: Int, into device: UnsafeMutablePointer<Float>) {
    var frame = frames
    var out = device
    for _ in 0..<count {
      if let picks {
        for target in 0..<targets { out[target] = picks[target] < 0 ? 0 : frame[picks[target]] }
      } else if let factors {
        var row = factors
        for target in 0..<targets {
          var sum: Float = 0
          for source in 0..<sources { sum += row[source] * frame[source] }
          out[target] = sum
          row += sources
        }
      }
      frame += sources
      out += targets
    }
  }
}
