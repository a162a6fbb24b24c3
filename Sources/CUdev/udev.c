#include "CUdev.h"

bool cans_udev_load(const char *soname, struct cans_udev *functions) {
  return !CANS_LAZY_LOAD(soname, CANS_UDEV, functions);
}
