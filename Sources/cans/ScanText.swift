import Library
import PlayerCore

/// What a scan has found, as it is printed.
struct ScanText {
  private let report: ScanReport
  private let tracks: Int
  private let duration: Duration

  /// What to print of `report`, of a library with so many tracks, after a scan that took so long.
  init(_ report: ScanReport, tracks: Int, _ duration: Duration) {
    self.report = report
    self.tracks = tracks
    self.duration = duration
  }

  private var numbers: [(name: String, count: Int)] {
    [
      ("new", report.added), ("changed", report.changed), ("moved", report.moved), ("gone", report.gone),
    ]
  }

  /// For people: "20000 tracks; 12 new, 1 gone", and a line for each folder that is not there.
  var text: String {
    let changes = numbers.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    var text = "\(tracks) tracks; " + (changes.isEmpty ? "nothing has changed" : changes.joined(separator: ", "))
    if !report.isComplete { text += "; stopped, the next scan goes on from here" }
    for folder in report.offline { text += "\n\(folder.text.printable) is not mounted, or empty: what it held is kept" }
    return text
  }

  /// For programs.
  var json: String {
    let seconds = Double(duration.wholeNanoseconds / 1_000_000) / 1_000
    return JSONText.object(
      [("tracks", .number(Int64(tracks))), ("files", .number(Int64(report.progress.files)))]
        + [("read", .number(Int64(report.progress.read)))] + numbers.map { ($0.name, .number(Int64($0.count))) }
        + [
          ("offline", .array(report.offline.map(JSONText.path))),
          ("missing", .array(report.missing.map(JSONText.path))), ("complete", .boolean(report.isComplete)),
          ("seconds", .decimal(seconds)),
        ]
    ).text
  }
}
