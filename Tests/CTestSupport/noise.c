#include "Noise.h"

#include <sndfile.h>

enum { rate = 48000, block = 4800 };

static int sndfile_format(enum cts_coding coding) {
  switch (coding) {
    case CTS_FLAC: return SF_FORMAT_FLAC | SF_FORMAT_PCM_16;
    case CTS_WAV: return SF_FORMAT_WAV | SF_FORMAT_PCM_16;
    case CTS_MP3: return SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III;
    case CTS_VORBIS: return SF_FORMAT_OGG | SF_FORMAT_VORBIS;
    case CTS_OPUS: return SF_FORMAT_OGG | SF_FORMAT_OPUS;
  }
  return 0;
}

const char *cts_write_noise(const char *path, enum cts_coding coding, int seconds, unsigned seed) {
  SF_INFO info = {.samplerate = rate, .channels = 2, .format = sndfile_format(coding)};
  SNDFILE *file = sf_open(path, SFM_WRITE, &info);
  if (!file) return sf_strerror(NULL);
  const char *problem = NULL;
  for (int left = seconds * (rate / block); left > 0 && !problem; left--) {
    short samples[2 * block];
    for (int index = 0; index < 2 * block; index++) {
      // Numerical Recipes' generator; its upper bits are the good ones.
      seed = seed * 1664525 + 1013904223;
      samples[index] = (short)((int)(seed >> 17) - 16384);
    }
    if (sf_writef_short(file, samples, block) != block) problem = sf_strerror(file);
  }
  sf_close(file);
  return problem;
}
