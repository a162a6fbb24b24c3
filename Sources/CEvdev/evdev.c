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

// The kernel takes whole longs.
#define WHOLE_LONGS(count) (((count) + 63) / 64 * 8)

static void set_bits(uint8_t *bits, size_t limit, const uint16_t *codes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (codes[i] < limit) bits[codes[i] / 8] |= (uint8_t)(1 << codes[i] % 8);
}

int cans_evdev_deliver_only(int descriptor, const uint16_t *keys, size_t keys_count, const uint16_t *switches,
                            size_t switches_count) {
  static const uint16_t types[] = {EV_KEY, EV_SW};
  uint8_t type_bits[WHOLE_LONGS(EV_CNT)] = {0}, key_bits[WHOLE_LONGS(KEY_CNT)] = {0},
          switch_bits[WHOLE_LONGS(SW_CNT)] = {0};
  set_bits(type_bits, EV_CNT, types, sizeof types / sizeof *types);
  set_bits(key_bits, KEY_CNT, keys, keys_count);
  set_bits(switch_bits, SW_CNT, switches, switches_count);
  // The mask of EV_SYN is that of the types.
  if (set_mask(descriptor, EV_KEY, key_bits, sizeof key_bits) != 0) return -1;
  if (set_mask(descriptor, EV_SW, switch_bits, sizeof switch_bits) != 0) return -1;
  return set_mask(descriptor, EV_SYN, type_bits, sizeof type_bits);
}
