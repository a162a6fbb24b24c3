#pragma once
#include <alsa/asoundlib.h>
#include <alsa/control_plugin.h>
#include <alsa/use-case.h>

// alsa-lib prints its complaints on stderr, into the middle of the screen. The handler type is variadic, which
// Swift cannot write: hence these two functions in C. Errors still reach us as return codes.
static void cans_alsa_ignore(const char *file, int line, const char *function, int err, const char *fmt, ...) {
  (void)file; (void)line; (void)function; (void)err; (void)fmt;
}
static inline void cans_alsa_silence_messages(void) { snd_lib_error_set_handler(cans_alsa_ignore); }
