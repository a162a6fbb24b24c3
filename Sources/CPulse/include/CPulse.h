// libpulse, loaded on first need: who plays to a card has no use for it, and linked it would cost every start six
// milliseconds. So no function may be named here other than by its type.
#ifndef CPULSE_H
#define CPULSE_H

#include "CLazyLibrary.h"

#include <pulse/pulseaudio.h>
#include <stdbool.h>

#define CANS_PULSE(X)                                                                                                  \
  X(pa_mainloop_new) X(pa_mainloop_free) X(pa_mainloop_get_api)                                                        \
  X(pa_mainloop_prepare) X(pa_mainloop_poll) X(pa_mainloop_dispatch)                                                   \
  X(pa_context_new_with_proplist) X(pa_context_unref) X(pa_context_connect) X(pa_context_disconnect)                   \
  X(pa_context_set_state_callback) X(pa_context_get_state)                                                             \
  X(pa_context_set_subscribe_callback) X(pa_context_subscribe)                                                         \
  X(pa_context_get_server_info) X(pa_context_get_sink_info_list) X(pa_context_get_sink_input_info_list)                \
  X(pa_context_get_client_info_list) X(pa_context_get_source_info_list)                                                \
  X(pa_context_move_sink_input_by_name) X(pa_context_kill_sink_input) X(pa_context_set_sink_port_by_name)              \
  X(pa_operation_unref) X(pa_proplist_gets)

/// The functions that cans calls, each under its own name.
struct cans_pulse {
  CANS_PULSE(CANS_LAZY_FIELD)
};

/// Loads the library `soname`, which stays loaded until the process ends, and fills in `functions`. Returns whether
/// everything is there.
bool cans_pulse_load(const char *_Nonnull soname, struct cans_pulse *_Nonnull functions);

#endif
