// sd-bus, loaded on first need. Linked, libsystemd and the six libraries behind it would cost every start more than a
// millisecond, also where nobody asks the bus for anything. So no function may be named here other than by its type.
#ifndef CSYSTEMD_H
#define CSYSTEMD_H

#include <stdbool.h>
#include <systemd/sd-bus.h>

#define CANS_SD_BUS(X)                                                                                                 \
  X(sd_bus_new) X(sd_bus_open_system) X(sd_bus_set_address) X(sd_bus_set_bus_client) X(sd_bus_start)                   \
  X(sd_bus_is_ready) X(sd_bus_process) X(sd_bus_wait) X(sd_bus_close_unref)                                      \
  X(sd_bus_get_property_trivial) X(sd_bus_set_method_call_timeout)                                                     \
  X(sd_bus_message_new_method_call) X(sd_bus_message_append_basic) X(sd_bus_message_unref) X(sd_bus_call)              \
  X(sd_bus_error_free)

#define CANS_SD_FIELD(name) __typeof__(&name) _Nonnull name;
/// The functions that cans calls, each under its own name.
struct cans_sd_bus {
  CANS_SD_BUS(CANS_SD_FIELD)
};
#undef CANS_SD_FIELD

/// Loads the library `soname`, which stays loaded until the process ends, and fills in `functions`. Returns whether
/// everything is there.
bool cans_sd_bus_load(const char *_Nonnull soname, struct cans_sd_bus *_Nonnull functions);

#endif
