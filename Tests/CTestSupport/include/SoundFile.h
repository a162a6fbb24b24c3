#pragma once

/// Write 16-bit stereo as a file of the named format: how tests make their material without a program to encode it.
/// Return NULL, or what went wrong.
const char *cts_write_flac(const char *path, int rate, const short *samples, long long frames);
const char *cts_write_wav(const char *path, int rate, const short *samples, long long frames);

/// How many frames libsndfile reads of a file; -1 if it does not open it.
long long cts_count_frames(const char *path);
