/// How many letters must be put in, left out or exchanged, or neighbours swapped, to make one text of the other
/// (optimal string alignment).
nonisolated func editDistance(_ first: String, _ second: String) -> Int {
  let (first, second) = (Array(first), Array(second))
  var before: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var now = [row + 1]
    for column in second.indices {
      let isSame = first[row] == second[column]
      var least = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, now[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        least = min(least, before[column - 1] + 1)
      }
      now.append(least)
    }
    (before, last) = (last, now)
  }
  return last[second.count]
}
