import Glibc
import LinuxSystem
import PlayerCore
import TestSupport
import Testing

@Suite struct BackgroundProcessTests {
  /// What a shell in the background says of itself on standard error.
  private func says(_ script: String) throws -> String {
    let process = try BackgroundProcess(FilePath("/bin/sh"), ["-c", script].map { Array($0.utf8) })
    defer { process.reap() }
    return String(decoding: process.readErrors(), as: UTF8.self)
  }

  @Test func `it is a session of its own, with nothing on standard input and output`() throws {
    let words = try says(
      #"read -r a b c d e session rest </proc/$$/stat; echo $$ $session $(readlink /proc/$$/fd/0 /proc/$$/fd/1) >&2"#
    ).split(separator: " ").map { $0.filter { !$0.isNewline } }
    try #require(words.count == 4)
    #expect(words[0] == words[1])
    #expect(words[2...] == ["/dev/null", "/dev/null"])
  }

  @Test func `it inherits no descriptor and no blocked signal`() throws {
    let event = EventDescriptor()
    let signals = try SignalDescriptor([SIGUSR1])
    let text = try says(#"ls -l /proc/$$/fd >&2; exec grep SigBlk /proc/self/status >&2"#)
    withExtendedLifetime((event, signals)) {}
    var none = sigset_t()
    sigemptyset(&none)
    sigaddset(&none, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &none, nil)
    #expect(text.contains("/dev/null") && !text.contains("anon_inode"))
    #expect(text.contains("SigBlk:\t0000000000000000"))
  }

  @Test func `its words arrive byte for byte, and the wait ends when it lets go of standard error`() throws {
    let word: [UInt8] = [0x61, 0xFF, 0x20, 0x27, 0x0A, 0x62]
    let process = try BackgroundProcess(
      FilePath("/bin/sh"),
      [Array("-c".utf8), Array(#"printf '%s' "$1" >&2; exec 2>&-; exec sleep 100"#.utf8), [0x73], word])
    defer { process.reap() }
    #expect(process.readErrors() == word)
  }

  @Test func `a program that is not there is an error that names it`() {
    #expect(throws: SystemCallError(operation: "start /no/such/program", code: ENOENT)) {
      try BackgroundProcess(FilePath("/no/such/program"), [])
    }
  }
}

extension BackgroundProcess {
  /// Ends it, if it has not ended. A zombie would keep whoever waits for any child of this process busy.
  fileprivate func reap() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
