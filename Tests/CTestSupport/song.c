#include "Song.h"

#include <sndfile.h>

enum { rate = 8000, block = 800 };

const char *cts_write_song(const char *path, int is_wav, int milliseconds, const char *title, const char *artist) {
  SF_INFO info = {
      .samplerate = rate, .channels = 2, .format = (is_wav ? SF_FORMAT_WAV : SF_FORMAT_FLAC) | SF_FORMAT_PCM_16};
  SNDFILE *file = sf_open(path, SFM_WRITE, &info);
  if (!file) return sf_strerror(NULL);
  if (title) sf_set_string(file, SF_STR_TITLE, title);
  if (artist) sf_set_string(file, SF_STR_ARTIST, artist);
  short samples[2 * block];
  for (int frame = 0; frame < block; frame++) samples[2 * frame] = samples[2 * frame + 1] = frame / 40 % 2 ? 80 : -80;
  const char *problem = NULL;
  for (int left = milliseconds * (rate / 1000); left > 0 && !problem; left -= block) {
    int count = left < block ? left : block;
    if (sf_writef_short(file, samples, count) != count) problem = sf_strerror(file);
  }
  sf_close(file);
  return problem;
}
