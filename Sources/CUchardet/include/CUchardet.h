#pragma once
// Hardly any text needs a guess at its encoding, and a start has no time for a library that is not needed: libuchardet
// is loaded when the first guess is.
#include <stddef.h>

// Loads libuchardet if that has not happened yet; returns whether it is there. May be called on any thread.
int cans_uchardet_load(void);

// Writes the name of the encoding that `bytes` are most likely in, as iconv(3) knows it, to `name`, with the
// terminating zero. Returns 0 if there is no guess, or no libuchardet on this machine. May be called on any thread.
int cans_uchardet_guess(const char *bytes, size_t count, char *name, size_t capacity);
