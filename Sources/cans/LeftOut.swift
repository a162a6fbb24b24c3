import PlayerCore

/// Tells what was left out of `files`, which were named to be played: a line for each problem, and not too many.
///
/// - Throws: the last of these lines, when nothing is left to play.
func tellLeftOut(of files: [FilePath], _ problems: [String], isAnythingLeft: Bool) throws(CommandFailure) {
  let told = problems.prefix(10) + (problems.count > 10 ? ["and \(problems.count - 10) more like these"] : [])
  guard isAnythingLeft else {
    told.dropLast().forEach(complain)
    throw CommandFailure(told.last ?? "\(files[0].text): no music in there")
  }
  told.forEach(complain)
}
