import Glibc

// A reader that goes away (`cans monitor | head`) is an error to be read from write(2), not a reason to die.
signal(SIGPIPE, SIG_IGN)
// So is a file that grows beyond a limit.
signal(SIGXFSZ, SIG_IGN)
StreamProperties.announce()
let words = (1..<max(Int(CommandLine.argc), 1)).map { index in
  CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
}
exit(Program.run(words))
