internal import PlayerCore

extension Tags {
  /// The parts that the cue sheet in these tags makes of the file at `path`, which they are of; empty without a sheet,
  /// and with one of several files. The name in it is what the file was called when the sheet was written.
  func sheet(of path: FilePath) -> [QueueItem] {
    guard let text = cueSheet, text.utf8.count <= SheetExpansion.largestSheet else { return [] }
    let sheet = CueSheet(text)
    guard sheet.files.count == 1, !sheet.files[0].tracks.isEmpty else { return [] }
    return sheet.items(of: sheet.files[0], in: path)
  }
}
