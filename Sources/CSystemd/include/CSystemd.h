// sd-bus, loaded on first need. Linked, libsystemd and the six libraries behind it would cost every start more than a
// millisecond, also where nobody asks the bus for anything. So no function may be named here other than by its type.
#ifndef CSYSTEMD_H
#define CSYSTEMD_H

#include "CLazyLibrary.h"

#include <stdbool.h>
#include <systemd/sd-bus.h>

#define CANS_SD_BUS(X)                                                                                                 \
  X(sd_bus_new) X(sd_bus_open_system) X(sd_bus_open_system_with_description) X(sd_bus_open_user_with_description)      \
  X(sd_bus_set_address) X(sd_bus_set_bus_client) X(sd_bus_start) X(sd_bus_is_open) X(sd_bus_is_ready)                  \
  X(sd_bus_process) X(sd_bus_wait) X(sd_bus_close_unref) X(sd_bus_get_fd) X(sd_bus_get_events) X(sd_bus_get_timeout)   \
  X(sd_bus_get_n_queued_write) X(sd_bus_get_property_trivial) X(sd_bus_set_method_call_timeout)                        \
  X(sd_bus_get_unique_name) X(sd_bus_request_name_async) X(sd_bus_release_name_async) X(sd_bus_add_match_async)        \
  X(sd_bus_object_vtable_format) X(sd_bus_add_object_vtable) X(sd_bus_emit_properties_changed_strv)                    \
  X(sd_bus_slot_set_destroy_callback) X(sd_bus_slot_set_floating) X(sd_bus_slot_unref)                                 \
  X(sd_bus_message_new_method_call) X(sd_bus_message_new_method_return) X(sd_bus_message_new_signal)                   \
  X(sd_bus_message_set_auto_start) X(sd_bus_message_set_expect_reply)                                                  \
  X(sd_bus_message_append_basic) X(sd_bus_message_open_container) X(sd_bus_message_close_container)                    \
  X(sd_bus_message_read_basic) X(sd_bus_message_enter_container) X(sd_bus_message_exit_container)                      \
  X(sd_bus_message_peek_type) X(sd_bus_message_at_end) X(sd_bus_message_get_error)                                     \
  X(sd_bus_message_get_sender) X(sd_bus_message_get_path) X(sd_bus_message_get_member)                                 \
  X(sd_bus_message_ref) X(sd_bus_message_unref)                                                                        \
  X(sd_bus_call) X(sd_bus_call_async) X(sd_bus_send)                                                                   \
  X(sd_bus_reply_method_error) X(sd_bus_error_set) X(sd_bus_error_free)

/// The functions that cans calls, each under its own name.
struct cans_sd_bus {
  CANS_SD_BUS(CANS_LAZY_FIELD)
};

/// Loads the library `soname`, which stays loaded until the process ends, and fills in `functions`. Returns whether
/// everything is there.
bool cans_sd_bus_load(const char *_Nonnull soname, struct cans_sd_bus *_Nonnull functions);

/// Who answers for an object on a bus. Results below zero are errno(3) numbers, which sd-bus answers with; an
/// error that was set goes before them.
struct cans_bus_object {
  /// What the functions are given.
  void *_Nonnull context;
  /// A method was called, with arguments of the right types. Who returns a positive number sends
  /// the reply itself, now or later.
  int (*_Nonnull call)(void *_Nonnull context, sd_bus_message *_Nonnull message);
  /// Appends the value of `property` to `reply`.
  int (*_Nonnull get)(void *_Nonnull context, const char *_Nonnull property, sd_bus_message *_Nonnull reply);
  /// Takes `value`, of the right type, for `property`; null where nothing can be written.
  int (*_Nullable set)(
      void *_Nonnull context, const char *_Nonnull property, sd_bus_message *_Nonnull value,
      sd_bus_error *_Nonnull error);
};

/// Puts the object /org/mpris/MediaPlayer2, with its two interfaces, on `bus`. `owner` must live as long as the bus.
/// Returns a negative errno(3) if that fails. In C because the tables that describe an object are made of macros.
int cans_mpris_add(
    const struct cans_sd_bus *_Nonnull functions, sd_bus *_Nonnull bus, struct cans_bus_object *_Nonnull owner);

/// Puts an object org.freedesktop.ReserveDevice1 at `path` on `bus`, likewise, until `slot` is let go. `owner` must
/// live as long.
int cans_reservation_add(
    const struct cans_sd_bus *_Nonnull functions, sd_bus *_Nonnull bus, const char *_Nonnull path,
    struct cans_bus_object *_Nonnull owner, sd_bus_slot *_Nullable *_Nonnull slot);

#endif
