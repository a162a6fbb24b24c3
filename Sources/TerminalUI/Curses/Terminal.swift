internal import CCrashGuard
internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// The process's terminal, apart from what is drawn on it.
enum Terminal {
  /// Whether the shell lets us use it: a job in the background may neither read it nor change its modes. A terminal
  /// that controls no session knows no jobs.
  static var isOurs: Bool {
    let foreground = tcgetpgrp(STDOUT_FILENO)
    return foreground == getpgrp() || foreground < 0
  }

  /// Whether nobody is at the other end any more.
  static var isClosed: Bool { tcgetpgrp(STDOUT_FILENO) < 0 && errno == EIO }

  /// Has the terminal restored on a crash, and by `restoreAtOnce`, from the moment that it is `engage`d.
  static func guardAgainstCrashes(_ description: TerminalDescription) throws(ScreenError) {
    let failure = description.restore.withUnsafeBytes {
      cans_crash_guard_prepare(STDOUT_FILENO, $0.baseAddress, $0.count)
    }
    if failure != 0 { throw .noModes(String(cString: strerror(errno))) }
    cans_crash_guard_install()
    prepareThreadForCrashes()
  }

  /// Lets the guard work on the calling thread even when its stack is exhausted.
  private static func prepareThreadForCrashes() { cans_crash_guard_add_stack() }

  /// Says that the terminal is changed from now on.
  static func engage() { cans_crash_guard_set_engaged(1) }

  /// Says that it has been restored in order.
  static func disengage() { cans_crash_guard_set_engaged(0) }

  /// Restores it without waiting for anybody, if it is changed.
  static func restoreAtOnce() { cans_crash_guard_restore() }

  /// Lets a terminal go on that Ctrl-S has stopped.
  static func undoCtrlS() { cans_crash_guard_undo_stop() }

  /// Makes the calling thread the one that `parkWriter` takes out of its write for good.
  static func becomeWriter() {
    prepareThreadForCrashes()
    cans_crash_guard_set_writer()
  }

  /// Takes the screen's thread out of a write that does not end, for good.
  static func parkWriter() { cans_crash_guard_park_writer() }

  /// Stops the process as Ctrl-Z does, until it is continued. Where no shell could continue it the kernel lets it run
  /// on (an orphaned process group), which is why it is not SIGSTOP. Call on the main thread.
  static func stopProcess() {
    var byDefault = sigaction()
    var before = sigaction()
    sigaction(SIGTSTP, &byDefault, &before)
    var signals = sigset_t()
    var mask = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    kill(getpid(), SIGTSTP)
    // Blocked until here, it is delivered now: nothing of the process goes on before it is continued.
    pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    sigaction(SIGTSTP, &before, nil)
  }
}
