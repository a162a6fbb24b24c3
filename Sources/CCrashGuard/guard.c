#define _GNU_SOURCE
#include "CCrashGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int terminal = -1;
// The same terminal under a description of our own. O_NONBLOCK belongs to the description, and the inherited one is
// shared with the shell, which would trip over it.
static int nonblocking = -1;
static struct termios saved;
static char restore[255];
static size_t restore_length;
static atomic_int engaged;
static pthread_t writer;
static atomic_int has_writer;
static sem_t parked;

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

void cans_crash_guard_undo_stop(void) {
  // Linux undoes by TCOON only what TCOOFF has stopped; with both it undoes Ctrl-S as well.
  tcflow(terminal, TCOOFF);
  tcflow(terminal, TCOON);
}

void cans_crash_guard_restore(void) {
  if (!atomic_exchange(&engaged, 0)) return;
  int code = errno;
  tcsetattr(terminal, TCSANOW, &saved);
  cans_crash_guard_undo_stop();
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

// No standard signal is free for this: the screen's thread has them blocked for the main thread's sake.
static int parking_signal(void) { return SIGRTMAX; }

static void park(int signal) {
  (void)signal;
  sem_post(&parked);
  for (;;) pause();
}

void cans_crash_guard_set_writer(void) {
  sem_init(&parked, 0, 0);
  struct sigaction action = {.sa_handler = park};
  sigemptyset(&action.sa_mask);
  sigaction(parking_signal(), &action, NULL);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, parking_signal());
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  writer = pthread_self();
  atomic_store(&has_writer, 1);
}

void cans_crash_guard_park_writer(void) {
  if (!atomic_exchange(&has_writer, 0) || pthread_kill(writer, parking_signal()) != 0) return;
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_nsec += 50 * 1000 * 1000;
  limit.tv_sec += limit.tv_nsec / 1000000000;
  limit.tv_nsec %= 1000000000;
  while (sem_timedwait(&parked, &limit) != 0 && errno == EINTR) continue;
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
  atexit(cans_crash_guard_restore);
}
