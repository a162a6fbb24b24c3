internal import Glibc

do {
  let options = try BenchOptions(CommandLine.arguments)
  try Bench(options).run()
} catch {
  print("cans-bench: \(error)")
  exit(1)
}
