internal import Glibc

/// The program's start. Not top-level code, which belongs to the main actor (see Package.swift).
@main
enum Main {
  nonisolated static func main() {
    let words = (1..<max(Int(CommandLine.argc), 1)).map { index in
      CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    }
    exit(Program.run(words))
  }
}
