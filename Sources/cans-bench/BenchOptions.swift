/// What can be measured by itself.
enum Section: String, CaseIterable {
  /// From the start to the first complete screen.
  case start
  /// From the start to the first frame at the device.
  case frame
  /// How fast files are decoded.
  case decode
  /// What playing costs: memory and CPU.
  case play
  /// How long a command from the shell takes.
  case ctl
  /// How fast music is read into the library.
  case scan
}

/// What the command line asks for.
struct BenchOptions {
  /// The program to measure.
  var cans: String
  /// The folder whose four tracks the first screen shows.
  var album = "Resources/Demo"
  /// How often everything is repeated.
  var runs = 10
  /// How long the CPU is watched in each run, in seconds: some players decode half a minute ahead, so that part of
  /// their work would be missed in less.
  var window = 60
  /// How many tracks the library has that is scanned.
  var tracks = 20_000
  /// What to measure.
  var sections: [Section] = []
  /// Where to make a library of `tracks` tracks, instead of measuring anything.
  var generated: String?

  /// Reads the arguments; `words[0]` is this program, beside which cans is looked for.
  init(_ words: [String]) throws(BenchError) {
    let own = words[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    cans = (own + ["cans"]).joined(separator: "/")
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch (word, rest.first) {
      case ("--quick", _): (runs, window, tracks) = (3, 30, 5_000)
      case ("--tracks", let number?):
        guard let count = Int(number), count > 0 else { throw BenchError("--tracks needs a number") }
        tracks = count
        rest.removeFirst()
      case ("--generate", let path?):
        generated = path
        rest.removeFirst()
      case ("--cans", let path?):
        cans = path
        rest.removeFirst()
      case ("--album", let path?):
        album = path
        rest.removeFirst()
      default:
        guard let section = Section(rawValue: word) else {
          let names = Section.allCases.map(\.rawValue).joined(separator: "|")
          throw BenchError(
            "usage: cans-bench [--quick] [--cans PATH] [--album FOLDER] [--tracks N] [\(names)]…, "
              + "or cans-bench --tracks N --generate FOLDER")
        }
        sections.append(section)
      }
    }
    if sections.isEmpty { sections = Section.allCases }
  }
}
