#define _GNU_SOURCE
#include "CCrashGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int terminal = -1;
// The same terminal under a description of our own. O_NONBLOCK belongs to the description, and the inherited one is shared
// with the shell, which would trip over it.
static int nonblocking = -1;
static struct termios saved;
static char restore[255];
static size_t restore_length;
static atomic_int engaged;

int cans_crash_guard_prepare(int descriptor, const char *bytes, size_t length) {
  if (tcgetattr(descriptor, &saved) != 0) return -1;
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  if (nonblocking >= 0) close(nonblocking);
  nonblocking = open(link, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  restore_length = length < sizeof restore ? length : sizeof restore;
  memcpy(restore, bytes, restore_length);
  terminal = descriptor;
  return 0;
}

void cans_crash_guard_set_engaged(int now) { atomic_store(&engaged, now); }

static ssize_t write_without_blocking(void) {
  if (nonblocking >= 0) return write(nonblocking, restore, restore_length);
  struct pollfd writable = {.fd = terminal, .events = POLLOUT};
  if (poll(&writable, 1, 0) != 1 || !(writable.revents & POLLOUT)) return -1;
  return write(terminal, restore, restore_length);
}

void cans_crash_guard_restore(void) {
  if (!atomic_exchange(&engaged, 0)) return;
  int code = errno;
  tcsetattr(terminal, TCSANOW, &saved);
  // A terminal that Ctrl-S stopped would keep the restoring bytes back, and the shell's prompt, too.
  tcflow(terminal, TCOON);
  if (write_without_blocking() < (ssize_t)restore_length) {
    // Nobody reads. What is queued is of no use to anybody any more; its room is.
    tcflush(terminal, TCOFLUSH);
    write_without_blocking();
  }
  errno = code;
}

static void crashed(int signal) {
  cans_crash_guard_restore();
  // SA_RESETHAND has put the default action back, and SA_NODEFER lets it act at once.
  raise(signal);
}

void cans_crash_guard_add_stack(void) {
  enum { size = 16 * 1024 };
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
}

void cans_crash_guard_install(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigaction(faults[i], &action, NULL);
}
