#pragma once

/// How `cts_write_noise` codes its file.
enum cts_coding { CTS_FLAC, CTS_WAV, CTS_MP3, CTS_VORBIS, CTS_OPUS };

/// Writes so many seconds of stereo noise at 48 kHz, the same each time for the same `seed`: a file that is large for
/// its length. Returns NULL, or what went wrong.
const char *cts_write_noise(const char *path, enum cts_coding coding, int seconds, unsigned seed);
