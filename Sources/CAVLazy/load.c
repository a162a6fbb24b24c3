#include "CAVLazy.h"

#include <dlfcn.h>
#include <stdio.h>

#define SONAME(name, major) "lib" name ".so." AV_STRINGIFY(major)

struct cav_sonames cav_sonames_of_headers(void) {
  return (struct cav_sonames){
      .util = SONAME("avutil", LIBAVUTIL_VERSION_MAJOR),
      .codec = SONAME("avcodec", LIBAVCODEC_VERSION_MAJOR),
      .format = SONAME("avformat", LIBAVFORMAT_VERSION_MAJOR),
  };
}

const char *cav_package_of_headers(void) { return "libavformat" AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR); }

// Nothing here bounds how much memory a file may ask for; this bounds what it may ask for at once.
static const size_t largest_allocation = 64 << 20;

static void *open_library(const char *soname, char *reason, size_t room) {
  void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  // dlerror(3) says why, but names paths and other libraries at a length that fits no message line.
  if (!library) snprintf(reason, room, "%s cannot be loaded", soname);
  return library;
}

bool cav_load(struct cav_sonames sonames, struct cav_functions *functions, char *reason, size_t room) {
  void *library;
#define LOAD(name)                                                                                                     \
  if (!(functions->name = (__typeof__(&name))dlsym(library, #name))) {                                                  \
    snprintf(reason, room, "%s has no " #name, soname);                                                                \
    return false;                                                                                                       \
  }
#define LOAD_ALL(soname_of_library, list)                                                                              \
  {                                                                                                                    \
    const char *soname = soname_of_library;                                                                            \
    if (!(library = open_library(soname, reason, room))) return false;                                                  \
    list(LOAD)                                                                                                         \
  }
  // In this order each finds what it depends on already loaded.
  LOAD_ALL(sonames.util, CAV_UTIL)
  LOAD_ALL(sonames.codec, CAV_CODEC)
  LOAD_ALL(sonames.format, CAV_FORMAT)
  functions->av_log_set_level(AV_LOG_QUIET);
  functions->av_max_alloc(largest_allocation);
  return true;
}
