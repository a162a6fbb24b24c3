import Glibc

/// The signals that end the program, each of which would by default end it without giving the terminal back.
enum EndingSignals {
  static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU]
}
