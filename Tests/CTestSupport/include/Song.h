#pragma once

/// Writes a FLAC file, or where `is_wav` a WAV file, of so many milliseconds of a quiet hum at 8 kHz, tagged with
/// `title` and `artist` unless these are NULL. Returns NULL, or what went wrong.
const char *cts_write_song(const char *path, int is_wav, int milliseconds, const char *title, const char *artist);
