// What every object that is put on a bus has in common; its owner is a `struct cans_bus_object`.
#ifndef OBJECT_H
#define OBJECT_H

#include "CSystemd.h"

int cans_object_call(sd_bus_message *message, void *user, sd_bus_error *error);

int cans_object_get(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *user,
    sd_bus_error *error);

// Everybody on the user's bus may call: without this flag sd-bus would ask the bus about each caller, and wait.
#define OPEN SD_BUS_VTABLE_UNPRIVILEGED
#define START                                                                                                          \
  {                                                                                                                    \
    .type = _SD_BUS_VTABLE_START, .flags = 0, .x = {                                                                   \
      .start = {.element_size = sizeof(sd_bus_vtable), .features = _SD_BUS_VTABLE_PARAM_NAMES}                         \
    }                                                                                                                  \
  }

#endif
