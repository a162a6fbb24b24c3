internal import CComposer
internal import Glibc

/// Renders every piece and writes its movements and the cover into a folder.
func compose(into folder: String) throws(ComposerError) {
  var number = 1
  for piece in Album.pieces {
    let recording = record(piece, frameCount: piece.frameCount)
    for (movement, range) in piece.ranges {
      let file = try AudioFile(creating: "\(folder)/\(movement.fileName)")
      try file.setTag(SF_STR_TITLE, movement.title)
      try file.setTag(SF_STR_ARTIST, Album.artist)
      try file.setTag(SF_STR_ALBUM, Album.title)
      try file.setTag(SF_STR_TRACKNUMBER, String(number))
      try file.setTag(SF_STR_DATE, Album.year)
      try file.setTag(SF_STR_LICENSE, Album.license)
      try file.write(recording.samples[(range.lowerBound * 2)..<(range.upperBound * 2)])
      number += 1
    }
  }
  try Cover().write(to: "\(folder)/cover.png")
}

/// Compares the first seconds of every piece, all of it by default, with the files in a folder.
func check(_ folder: String, seconds: Double) throws(ComposerError) {
  for piece in Album.pieces {
    let recording = record(piece, frameCount: Int(min(Double(piece.frameCount), seconds * sampleRate)))
    for (movement, range) in piece.ranges where range.lowerBound < recording.frameCount {
      let path = "\(folder)/\(movement.fileName)"
      let end = min(range.upperBound, recording.frameCount)
      let copy = try AudioFile(reading: path).read(frameCount: end - range.lowerBound)
      let original = recording.samples[(range.lowerBound * 2)..<(end * 2)]
      guard isCopy(copy, of: original, lossless: path.hasSuffix(".flac")) else {
        throw ComposerError(description: "\(path): not what the composer plays; run make demo")
      }
    }
  }
}

/// FLAC may differ in the last bit, where another C library rounds a sine the other way; Vorbis by a hundredth of the
/// power.
func isCopy(_ copy: [Int16], of original: ArraySlice<Int16>, lossless: Bool) -> Bool {
  guard copy.count == original.count else { return false }
  let errors = zip(copy, original).map { Double($0) - Double($1) }
  if lossless { return errors.allSatisfy { abs($0) <= 1 } }
  let power = original.reduce(0.0) { $0 + Double($1) * Double($1) }
  return errors.reduce(0.0) { $0 + $1 * $1 } < power / 100
}

func complain(_ text: String) {
  let line = Array("compose-demo: \(text)\n".utf8)
  write(STDERR_FILENO, line, line.count)
}

do throws(ComposerError) {
  switch Array(CommandLine.arguments.dropFirst()) {
  case let words where words.count == 1 && !words[0].hasPrefix("-"):
    try compose(into: words[0])
  case let words where words.count == 2 && words[0] == "--check":
    try check(words[1], seconds: .infinity)
  case let words where words.count == 3 && words[0] == "--check" && Double(words[2]) != nil:
    try check(words[1], seconds: Double(words[2])!)
  default:
    complain("usage: compose-demo FOLDER | compose-demo --check FOLDER [SECONDS]")
    exit(2)
  }
} catch {
  complain(error.description)
  exit(1)
}
