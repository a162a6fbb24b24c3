#include "CEvdev.h"

#include <sys/ioctl.h>

bool cans_evdev_load(const char *soname, struct cans_evdev *functions) {
  if (CANS_LAZY_LOAD(soname, CANS_EVDEV, functions)) return false;
  functions->libevdev_set_log_function(NULL, NULL);
  return true;
}

// Variadic, as ioctl(2) is, so it cannot be called from Swift; and libevdev has no function for it.
static int set_mask(int descriptor, unsigned type, const uint8_t *bits, size_t size) {
  struct input_mask mask = {.type = type, .codes_size = (uint32_t)size, .codes_ptr = (uintptr_t)bits};
  return ioctl(descriptor, EVIOCSMASK, &mask);
}

int cans_evdev_deliver_only(int descriptor, const uint16_t *codes, size_t count) {
  // The kernel takes whole longs.
  uint8_t types[(EV_CNT + 63) / 64 * 8] = {[EV_KEY / 8] = 1 << EV_KEY % 8};
  uint8_t keys[(KEY_CNT + 63) / 64 * 8] = {0};
  for (size_t i = 0; i < count; i++)
    if (codes[i] < KEY_CNT) keys[codes[i] / 8] |= (uint8_t)(1 << codes[i] % 8);
  // The mask of EV_SYN is that of the types.
  if (set_mask(descriptor, EV_KEY, keys, sizeof keys) != 0) return -1;
  return set_mask(descriptor, EV_SYN, types, sizeof types);
}
