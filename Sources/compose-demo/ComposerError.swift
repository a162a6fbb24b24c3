/// What can go wrong outside the composer: a file that cannot be written, read or trusted.
struct ComposerError: Error, CustomStringConvertible {
  var description: String
}
