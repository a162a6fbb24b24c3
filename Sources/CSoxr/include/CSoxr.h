#ifndef CSOXR_H
#define CSOXR_H

#include <stdbool.h>
#include <stddef.h>

/* libsoxr, loaded when the first resampler is made: it brings OpenMP's runtime along, and most machines play most files
   without it. Only what is used of it, with its types hidden. */

/* Whether libsoxr is there. Loads it on the first call, which comes before any other here; safe on any thread. */
bool cans_soxr_load(void);

/* A resampler of interleaved floats in very high quality (28 bits), on the calling thread alone; null if libsoxr refuses
   to make one for these rates or so many channels. */
void *_Nullable cans_soxr_create(double from_rate, double to_rate, unsigned channels);

void cans_soxr_delete(void *_Nonnull resampler);

/* Takes at most `frames` frames of `in`, and writes at most `room` to `out`; `in` null: there are no more. Says how
   many were `taken` and `made`; false if libsoxr reports an error. */
bool cans_soxr_process(
  void *_Nonnull resampler, const float *_Nullable in, size_t frames, size_t *_Nonnull taken, float *_Nonnull out,
  size_t room, size_t *_Nonnull made);

#endif
