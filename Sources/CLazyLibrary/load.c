#include "CLazyLibrary.h"

#include <dlfcn.h>
#include <string.h>

const char *cans_lazy_load(const char *soname, const char *const *names, size_t count, void *table) {
  void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  if (!library) return soname;
  for (size_t index = 0; index < count; index++) {
    void *symbol = dlsym(library, names[index]);
    if (!symbol) return names[index];
    // The table's members are pointers of many types; all are of one size.
    memcpy((char *)table + index * sizeof symbol, &symbol, sizeof symbol);
  }
  return NULL;
}
