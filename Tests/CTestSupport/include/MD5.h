#pragma once
#include <stddef.h>

/// Writes the MD5 (RFC 1321) of `size` bytes to `digest` as 32 hexadecimal digits and a zero.
void cts_md5(const void *_Nullable bytes, size_t size, char *_Nonnull digest);
