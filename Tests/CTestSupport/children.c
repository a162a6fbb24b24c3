#define _GNU_SOURCE
#include "Children.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

int cts_spawn_in_terminal(char *const arguments[], char *const environment[], unsigned short rows,
                            unsigned short columns, int *master) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  pid_t child = forkpty(master, NULL, NULL, &size);
  if (child < 0) return -errno;
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(arguments[0], arguments, environment);
    _exit(127);
  }
  fcntl(*master, F_SETFD, FD_CLOEXEC);
  fcntl(*master, F_SETFL, O_NONBLOCK);
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
