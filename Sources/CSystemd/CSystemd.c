#include "CSystemd.h"

#include <dlfcn.h>
#include <stddef.h>

bool cans_sd_bus_load(const char *soname, struct cans_sd_bus *functions) {
  void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
#define CANS_SD_LOAD(name)                                                                                             \
  if ((functions->name = (__typeof__(functions->name))dlsym(library, #name)) == NULL) return false;
  CANS_SD_BUS(CANS_SD_LOAD)
#undef CANS_SD_LOAD
  return true;
}
