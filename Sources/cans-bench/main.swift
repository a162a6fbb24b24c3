internal import Glibc

do {
  let options = try BenchOptions(CommandLine.arguments)
  if let folder = options.generated {
    Interruption.install()
    _ = try MusicLibrary(tracks: options.tracks, in: folder, scratch: WorkFolder())
  } else {
    try Bench(options).run()
  }
} catch {
  print("cans-bench: \(error)")
  exit(1)
}
