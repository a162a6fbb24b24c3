#include "object.h"

int cans_object_call(sd_bus_message *message, void *user, sd_bus_error *error) {
  struct cans_bus_object *owner = user;
  (void)error;
  return owner->call(owner->context, message);
}

int cans_object_get(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *user,
    sd_bus_error *error) {
  struct cans_bus_object *owner = user;
  (void)bus, (void)path, (void)interface, (void)error;
  return owner->get(owner->context, property, reply);
}
