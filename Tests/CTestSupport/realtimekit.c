// In C because the tables that describe an object to sd-bus are made of macros.
#include "RealtimeKitService.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <systemd/sd-bus.h>

struct cans_realtimekit {
  sd_bus *bus;
  pthread_t thread;
  int32_t highest;
  int64_t longest_run;
  int refuses;
  atomic_bool stops;
  _Atomic uint64_t asked_thread;
  _Atomic uint32_t asked_priority;
};

static int make_thread_realtime(sd_bus_message *message, void *user, sd_bus_error *error) {
  struct cans_realtimekit *kit = user;
  uint64_t thread;
  uint32_t priority;
  int result = sd_bus_message_read(message, "tu", &thread, &priority);
  if (result < 0) return result;
  if (kit->refuses) return sd_bus_error_set_const(error, SD_BUS_ERROR_ACCESS_DENIED, "refused");
  atomic_store(&kit->asked_thread, thread);
  atomic_store(&kit->asked_priority, priority);
  return sd_bus_reply_method_return(message, "");
}

static const sd_bus_vtable table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("MakeThreadRealtime", "tu", "", make_thread_realtime, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_PROPERTY("MaxRealtimePriority", "i", NULL, offsetof(struct cans_realtimekit, highest), 0),
    SD_BUS_PROPERTY("RTTimeUSecMax", "x", NULL, offsetof(struct cans_realtimekit, longest_run), 0),
    SD_BUS_VTABLE_END,
};

static void *serve(void *argument) {
  struct cans_realtimekit *kit = argument;
  while (!atomic_load(&kit->stops)) {
    if (sd_bus_process(kit->bus, NULL) == 0) sd_bus_wait(kit->bus, 20000);
  }
  return NULL;
}

struct cans_realtimekit *cans_realtimekit_start(
    const char *address, int32_t highest, int64_t longest_run, int refuses) {
  struct cans_realtimekit *kit = calloc(1, sizeof *kit);
  kit->highest = highest;
  kit->longest_run = longest_run;
  kit->refuses = refuses;
  if (sd_bus_new(&kit->bus) < 0 || sd_bus_set_address(kit->bus, address) < 0 ||
      sd_bus_set_bus_client(kit->bus, 1) < 0 || sd_bus_start(kit->bus) < 0 ||
      sd_bus_add_object_vtable(
          kit->bus, NULL, "/org/freedesktop/RealtimeKit1", "org.freedesktop.RealtimeKit1", table, kit) < 0 ||
      sd_bus_request_name(kit->bus, "org.freedesktop.RealtimeKit1", 0) < 0 ||
      pthread_create(&kit->thread, NULL, serve, kit) != 0) {
    sd_bus_unref(kit->bus);
    free(kit);
    return NULL;
  }
  return kit;
}

uint64_t cans_realtimekit_thread(struct cans_realtimekit *kit) { return atomic_load(&kit->asked_thread); }

uint32_t cans_realtimekit_priority(struct cans_realtimekit *kit) { return atomic_load(&kit->asked_priority); }

void cans_realtimekit_stop(struct cans_realtimekit *kit) {
  atomic_store(&kit->stops, true);
  pthread_join(kit->thread, NULL);
  sd_bus_flush_close_unref(kit->bus);
  free(kit);
}
