#include "SoundFile.h"

#include <sndfile.h>

static const char *write_sound(const char *path, int format, int rate, const short *samples, long long frames) {
  SF_INFO info = {.samplerate = rate, .channels = 2, .format = format | SF_FORMAT_PCM_16};
  SNDFILE *file = sf_open(path, SFM_WRITE, &info);
  if (!file) return sf_strerror(NULL);
  const char *problem = sf_writef_short(file, samples, frames) == frames ? NULL : sf_strerror(file);
  sf_close(file);
  return problem;
}

const char *cts_write_flac(const char *path, int rate, const short *samples, long long frames) {
  return write_sound(path, SF_FORMAT_FLAC, rate, samples, frames);
}

const char *cts_write_wav(const char *path, int rate, const short *samples, long long frames) {
  return write_sound(path, SF_FORMAT_WAV, rate, samples, frames);
}

long long cts_count_frames(const char *path) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file) return -1;
  float samples[4096];
  long long frames = 0;
  sf_count_t count;
  while ((count = sf_readf_float(file, samples, 4096 / info.channels)) > 0) frames += count;
  sf_close(file);
  return frames;
}
