#include "CUchardet.h"

#include "CLazyLibrary.h"

#include <pthread.h>
#include <string.h>
#include <uchardet/uchardet.h>

#define UCHARDET(X)                                                                                                    \
  X(uchardet_new) X(uchardet_delete) X(uchardet_handle_data) X(uchardet_data_end) X(uchardet_get_charset)

static struct { UCHARDET(CANS_LAZY_FIELD) } library;
static int is_loaded;

static void load(void) { is_loaded = !CANS_LAZY_LOAD("libuchardet.so.0", UCHARDET, &library); }

int cans_uchardet_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

int cans_uchardet_guess(const char *bytes, size_t count, char *name, size_t capacity) {
  if (!cans_uchardet_load()) return 0;
  uchardet_t detector = library.uchardet_new();
  if (!detector) return 0;
  int guessed = 0;
  if (library.uchardet_handle_data(detector, bytes, count) == 0) {
    library.uchardet_data_end(detector);
    const char *charset = library.uchardet_get_charset(detector);
    size_t length = strlen(charset);
    if (length > 0 && length < capacity) {
      memcpy(name, charset, length + 1);
      guessed = 1;
    }
  }
  library.uchardet_delete(detector);
  return guessed;
}
