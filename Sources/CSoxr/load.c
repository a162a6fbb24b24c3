#include "CSoxr.h"

#include <dlfcn.h>
#include <pthread.h>
#include <soxr.h>

/* The version of the binary interface that the header is for: SOXR_THIS_VERSION 0.1.x. */
static const char name[] = "libsoxr.so.0";

static struct {
  __typeof__(soxr_create) *create;
  __typeof__(soxr_delete) *delete;
  __typeof__(soxr_process) *process;
  __typeof__(soxr_quality_spec) *quality_spec;
  __typeof__(soxr_io_spec) *io_spec;
  __typeof__(soxr_runtime_spec) *runtime_spec;
} soxr;

static bool is_loaded;

static void load(void) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  soxr.create = dlsym(library, "soxr_create");
  soxr.delete = dlsym(library, "soxr_delete");
  soxr.process = dlsym(library, "soxr_process");
  soxr.quality_spec = dlsym(library, "soxr_quality_spec");
  soxr.io_spec = dlsym(library, "soxr_io_spec");
  soxr.runtime_spec = dlsym(library, "soxr_runtime_spec");
  is_loaded = soxr.create && soxr.delete && soxr.process && soxr.quality_spec && soxr.io_spec && soxr.runtime_spec;
}

bool cans_soxr_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

void *cans_soxr_create(double from_rate, double to_rate, unsigned channels) {
  if (!cans_soxr_load()) return NULL;
  soxr_io_spec_t io = soxr.io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  soxr_quality_spec_t quality = soxr.quality_spec(SOXR_VHQ, 0);
  soxr_runtime_spec_t runtime = soxr.runtime_spec(1);
  soxr_error_t error = NULL;
  soxr_t made = soxr.create(from_rate, to_rate, channels, &error, &io, &quality, &runtime);
  if (!error) return made;
  if (made) soxr.delete(made);
  return NULL;
}

void cans_soxr_delete(void *resampler) { soxr.delete(resampler); }

bool cans_soxr_process(
  void *resampler, const float *in, size_t frames, size_t *taken, float *out, size_t room, size_t *made) {
  *taken = 0;
  *made = 0;
  return !soxr.process(resampler, in, frames, taken, out, room, made);
}
