#define _GNU_SOURCE
#include "Children.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utmp.h>
#include <wchar.h>

int cts_spawn_in_terminal(char *const arguments[], char *const environment[], unsigned short rows,
                            unsigned short columns, int *master) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  char name[64];
  // Not forkpty: its master end can be inherited by what another thread starts, and the terminal could not be closed.
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (*master < 0) return -errno;
  pid_t child = -1;
  if (grantpt(*master) == 0 && unlockpt(*master) == 0 && ptsname_r(*master, name, sizeof name) == 0 &&
      ioctl(*master, TIOCSWINSZ, &size) == 0)
    child = fork();
  if (child < 0) {
    int code = errno;
    close(*master);
    return -code;
  }
  if (child == 0) {
    int slave = open(name, O_RDWR | O_NOCTTY);
    if (slave < 0 || login_tty(slave) < 0) _exit(127);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(arguments[0], arguments, environment);
    _exit(127);
  }
  return child;
}

int cts_resize_terminal(int master, unsigned short rows, unsigned short columns) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  return ioctl(master, TIOCSWINSZ, &size) < 0 ? -errno : 0;
}

static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void make_utf8(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int cts_cell_width(uint32_t character) {
  pthread_once(&utf8_once, make_utf8);
  locale_t before = uselocale(utf8);
  int width = wcwidth((wchar_t)character);
  uselocale(before);
  return width;
}

int cts_make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0; }
