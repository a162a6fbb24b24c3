#include "CSystemd.h"

bool cans_sd_bus_load(const char *soname, struct cans_sd_bus *functions) {
  return !CANS_LAZY_LOAD(soname, CANS_SD_BUS, functions);
}
