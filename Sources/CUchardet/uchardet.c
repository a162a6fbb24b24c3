#include "CUchardet.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <uchardet/uchardet.h>

static struct {
  __typeof__(&uchardet_new) new;
  __typeof__(&uchardet_delete) delete;
  __typeof__(&uchardet_handle_data) handle_data;
  __typeof__(&uchardet_data_end) data_end;
  __typeof__(&uchardet_get_charset) get_charset;
} library;
static int is_loaded;

static void load(void) {
  void *handle = dlopen("libuchardet.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  library.new = dlsym(handle, "uchardet_new");
  library.delete = dlsym(handle, "uchardet_delete");
  library.handle_data = dlsym(handle, "uchardet_handle_data");
  library.data_end = dlsym(handle, "uchardet_data_end");
  library.get_charset = dlsym(handle, "uchardet_get_charset");
  is_loaded = library.new && library.delete && library.handle_data && library.data_end && library.get_charset;
}

int cans_uchardet_guess(const char *bytes, size_t count, char *name, size_t capacity) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!is_loaded) return 0;
  uchardet_t detector = library.new();
  if (!detector) return 0;
  int guessed = 0;
  if (library.handle_data(detector, bytes, count) == 0) {
    library.data_end(detector);
    const char *charset = library.get_charset(detector);
    size_t length = strlen(charset);
    if (length > 0 && length < capacity) {
      memcpy(name, charset, length + 1);
      guessed = 1;
    }
  }
  library.delete(detector);
  return guessed;
}
