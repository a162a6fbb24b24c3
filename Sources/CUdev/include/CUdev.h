// libudev, loaded on first need: most people have no input device that they may read, and no use for it then. So no
// function may be named here other than by its type.
#ifndef CUDEV_H
#define CUDEV_H

#include "CLazyLibrary.h"

#include <libudev.h>
#include <stdbool.h>

#define CANS_UDEV(X)                                                                                                   \
  X(udev_new) X(udev_unref)                                                                                            \
  X(udev_device_new_from_subsystem_sysname) X(udev_device_unref) X(udev_device_get_parent_with_subsystem_devtype)      \
  X(udev_device_get_sysattr_value) X(udev_device_get_syspath) X(udev_device_get_sysname)                               \
  X(udev_device_get_is_initialized)                                                                                    \
  X(udev_monitor_new_from_netlink) X(udev_monitor_unref) X(udev_monitor_get_fd) X(udev_monitor_receive_device)         \
  X(udev_monitor_filter_add_match_subsystem_devtype) X(udev_monitor_enable_receiving)                                  \
  X(udev_enumerate_new) X(udev_enumerate_unref) X(udev_enumerate_add_match_parent)                                     \
  X(udev_enumerate_add_match_subsystem) X(udev_enumerate_add_match_sysattr) X(udev_enumerate_scan_devices)             \
  X(udev_enumerate_add_match_sysname) X(udev_enumerate_get_list_entry) X(udev_list_entry_get_name)

/// The functions that cans calls, each under its own name.
struct cans_udev {
  CANS_UDEV(CANS_LAZY_FIELD)
};

/// Loads the library `soname`, which stays loaded until the process ends, and fills in `functions`. Returns whether
/// everything is there.
bool cans_udev_load(const char *_Nonnull soname, struct cans_udev *_Nonnull functions);

#endif
