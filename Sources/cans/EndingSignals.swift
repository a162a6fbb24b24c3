import Glibc

/// The signals that end the program, each of which would by default end it without giving the terminal back.
enum EndingSignals {
  static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU]

  /// Ends the process as `signal` does by default, once everything is in order: a shell's loop over files ends with the
  /// program only if that died by the signal of Ctrl-C.
  static func die(by signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    raise(signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // Where the signal is without effect, as SIGHUP is under nohup, this is what a shell would make of it.
    exit(128 + signal)
  }
}
