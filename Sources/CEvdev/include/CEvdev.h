// libevdev, loaded on first need: most people have no input device that they may read, and no use for it then. So no
// function may be named here other than by its type.
#ifndef CEVDEV_H
#define CEVDEV_H

#include "CLazyLibrary.h"

#include <libevdev-1.0/libevdev/libevdev.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CANS_EVDEV(X)                                                                                                  \
  X(libevdev_new_from_fd) X(libevdev_free) X(libevdev_set_log_function) X(libevdev_set_clock_id)                       \
  X(libevdev_disable_event_type) X(libevdev_disable_event_code) X(libevdev_next_event)                                 \
  X(libevdev_fetch_event_value)

/// The functions that cans calls, each under its own name.
struct cans_evdev {
  CANS_EVDEV(CANS_LAZY_FIELD)
};

/// Loads the library `soname`, which stays loaded until the process ends, and fills in `functions`. Returns whether
/// everything is there. The library prints nothing from then on: its messages would stand in the middle of the screen.
bool cans_evdev_load(const char *_Nonnull soname, struct cans_evdev *_Nonnull functions);

/// Has the kernel deliver only these codes of keys and of switches of the device that is open as `descriptor`, and
/// nothing else (EVIOCSMASK): what else is typed there never reaches this process, and does not wake it. Returns -1
/// with errno where that cannot be done.
int cans_evdev_deliver_only(int descriptor, const uint16_t *_Nonnull keys, size_t keys_count,
                            const uint16_t *_Nonnull switches, size_t switches_count);

#endif
