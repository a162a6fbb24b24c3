// In C because sd-bus takes the arguments of calls as a variable number of its own.
#include "BusClient.h"

#include <errno.h>
#include <systemd/sd-bus.h>
#include <time.h>

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

struct sd_bus *cans_bus_client_open(const char *address) {
  sd_bus *bus = NULL;
  if (sd_bus_new(&bus) < 0 || sd_bus_set_address(bus, address) < 0 || sd_bus_set_bus_client(bus, 1) < 0 ||
      sd_bus_start(bus) < 0 || sd_bus_set_method_call_timeout(bus, 10000000) < 0) {
    sd_bus_unref(bus);
    return NULL;
  }
  return bus;
}

int64_t cans_bus_client_call(struct sd_bus *bus, const char *name, const char *interface, const char *member) {
  int64_t start = now();
  int result = sd_bus_call_method(bus, name, "/org/mpris/MediaPlayer2", interface, member, NULL, NULL, "");
  return result < 0 ? result : now() - start;
}

int64_t cans_bus_client_get_all(struct sd_bus *bus, const char *name, const char *interface) {
  int64_t start = now();
  int result = sd_bus_call_method(
      bus, name, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "GetAll", NULL, NULL, "s", interface);
  return result < 0 ? result : now() - start;
}

int cans_bus_client_race(struct sd_bus *bus, const char *name, const char *const *members, size_t count) {
  for (size_t index = 0; index < count; index++) {
    int result = sd_bus_call_method_async(
        bus, NULL, name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", members[index], NULL, NULL, "");
    if (result < 0) return result;
  }
  return sd_bus_flush(bus);
}

void cans_bus_client_close(struct sd_bus *bus) { sd_bus_flush_close_unref(bus); }
