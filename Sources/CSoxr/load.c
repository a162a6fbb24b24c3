#include "CSoxr.h"

#include "CLazyLibrary.h"

#include <pthread.h>
#include <soxr.h>

#define SOXR(X)                                                                                                        \
  X(soxr_create) X(soxr_delete) X(soxr_process) X(soxr_quality_spec) X(soxr_io_spec) X(soxr_runtime_spec)

static struct { SOXR(CANS_LAZY_FIELD) } library;
static bool is_loaded;

/* The version of the binary interface that the header is for: SOXR_THIS_VERSION 0.1.x. */
static void load(void) { is_loaded = !CANS_LAZY_LOAD("libsoxr.so.0", SOXR, &library); }

bool cans_soxr_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

void *cans_soxr_create(double from_rate, double to_rate, unsigned channels) {
  soxr_io_spec_t io = library.soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  soxr_quality_spec_t quality = library.soxr_quality_spec(SOXR_VHQ, 0);
  soxr_runtime_spec_t runtime = library.soxr_runtime_spec(1);
  soxr_error_t error = NULL;
  soxr_t made = library.soxr_create(from_rate, to_rate, channels, &error, &io, &quality, &runtime);
  if (!error) return made;
  if (made) library.soxr_delete(made);
  return NULL;
}

void cans_soxr_delete(void *resampler) { library.soxr_delete(resampler); }

bool cans_soxr_process(
  void *resampler, const float *in, size_t frames, size_t *taken, float *out, size_t room, size_t *made) {
  *taken = 0;
  *made = 0;
  return !library.soxr_process(resampler, in, frames, taken, out, room, made);
}
