nonisolated extension DoctorFacts {
  /// The player's own files and folders.
  var fileLines: [DoctorLine] {
    lines(of: settings, "settings", missing: "no settings file: all defaults")
      + lines(
        of: levels, "levels", missing: "no levels are kept yet") + [
        line(of: stateFolder, "state-folder", "levels, timeline and last session"),
        line(of: cacheFolder, "cache-folder", "covers for the desktop"), runtimeLine,
      ]
  }

  private func lines(of file: File, _ id: String, missing: String) -> [DoctorLine] {
    if !file.problems.isEmpty {
      return file.problems.map { problem in
        .wrong(id, in: .files, problem, advice: "mend that line of \(file.path); cans settings checks it")
      }
    }
    return [file.isThere ? .ok(id, in: .files, "\(file.path) is in order") : .note(id, in: .files, missing)]
  }

  private func line(of folder: Folder, _ id: String, _ contents: String) -> DoctorLine {
    switch folder.state {
    case .usable: .ok(id, in: .files, "\(folder.path) (\(contents))")
    case .canBeMade: .ok(id, in: .files, "\(folder.path) is made when it is needed (\(contents))")
    case .unusable(let reason):
      .wrong(
        id, in: .files, "\(folder.path) cannot be written to (\(reason)): \(contents) are not kept",
        advice: "make it your own: sudo chown -R $USER \(folder.path), chmod u+rwx")
    }
  }

  private var runtimeLine: DoctorLine {
    if case .unusable(let reason) = runtimeFolder.state {
      return .wrong(
        "runtime-folder", in: .files,
        "\(runtimeFolder.path) cannot be made or used (\(reason)): cans ctl does not work",
        advice: hasRuntimeVariable ? "log in again, or set XDG_RUNTIME_DIR to a folder of your own" : "mend /tmp")
    }
    return hasRuntimeVariable
      ? .ok("runtime-folder", in: .files, "\(runtimeFolder.path) (the player's socket)")
      : .note(
        "runtime-folder", in: .files, "XDG_RUNTIME_DIR is not set: the player's socket is in \(runtimeFolder.path)")
  }
}
