/// How far what a lossy codec gives back is from what it was given.
///
/// At the edges of a file an encoder errs more than within it, for all that it knows of what lies beyond is that
/// there is nothing. It errs so at the very beginning and the very end, too, where no player has joined anything:
/// that is the measure for the joins.
struct CodingError: CustomStringConvertible {
  /// The largest step of the error from the last frame of a track to the first of the next.
  private(set) var stepAtJoins: Float = 0
  /// The largest errors of the first and of the last frames of all, added.
  let edges: Float
  /// The root of the mean square of the error, in the worst hundredth of a second that is not near any track's edge.
  /// One frame too many or too few makes the tones and their copies part, by some 0.05 here.
  private(set) var within: Float = 0

  /// Frames near an edge: two of the longest blocks that the codecs here have.
  private static let margin = 4_096
  private static let window = 441

  /// `heard` and `original` are stereo and begin with the same frame; `original` is `Material`, cut as it says.
  init(of heard: [Float], against original: [Float]) {
    let errors = zip(heard, original).map { $0 - $1 }
    func largest(_ frames: Range<Int>) -> Float {
      errors[frames.lowerBound * 2..<frames.upperBound * 2].reduce(0) { max($0, abs($1)) }
    }
    let frames = errors.count / 2
    edges = largest(0..<Self.margin) + largest(frames - Self.margin..<frames)
    for (start, end) in zip(Material.cuts, Material.cuts.dropFirst()) {
      if start > 0 {
        for side in 0...1 {
          stepAtJoins = max(stepAtJoins, abs(errors[2 * start + side] - errors[2 * start - 2 + side]))
        }
      }
      for first in stride(from: start + Self.margin, to: end - Self.margin - Self.window, by: Self.window) {
        let squares = errors[first * 2..<(first + Self.window) * 2].reduce(0) { $0 + $1 * $1 }
        within = max(within, (squares / Float(2 * Self.window)).squareRoot())
      }
    }
  }

  var description: String {
    "error steps by \(stepAtJoins) at the joins, at the outer edges it is \(edges), within the tracks \(within)"
  }
}
