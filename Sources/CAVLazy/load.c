#include "CAVLazy.h"

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

static bool is_complete(const char *soname, const char *missing, char *reason, size_t room) {
  if (!missing) return true;
  // dlerror(3) says why, but names paths and other libraries at a length that fits no message line.
  if (missing == soname)
    snprintf(reason, room, "%s cannot be loaded", soname);
  else
    snprintf(reason, room, "%s has no %s", soname, missing);
  return false;
}

bool cav_load(struct cav_sonames sonames, struct cav_functions *functions, char *reason, size_t room) {
#define LOAD(soname, list, first) is_complete(soname, CANS_LAZY_LOAD(soname, list, &functions->first), reason, room)
  // In this order each finds what it depends on already loaded.
  if (!LOAD(sonames.util, CAV_UTIL, av_malloc)) return false;
  if (!LOAD(sonames.codec, CAV_CODEC, avcodec_find_decoder)) return false;
  if (!LOAD(sonames.format, CAV_FORMAT, av_find_input_format)) return false;
  functions->av_log_set_level(AV_LOG_QUIET);
  functions->av_max_alloc(largest_allocation);
  return true;
}
