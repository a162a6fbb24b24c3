#include "MD5.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const int shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static void take(uint32_t state[4], const uint32_t sines[64], const unsigned char block[64]) {
  uint32_t words[16];
  for (int i = 0; i < 16; i++) {
    const unsigned char *b = block + 4 * i;
    words[i] = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  for (int i = 0; i < 64; i++) {
    uint32_t mixed;
    int word;
    switch (i / 16) {
    case 0: mixed = (b & c) | (~b & d), word = i; break;
    case 1: mixed = (d & b) | (~d & c), word = (5 * i + 1) % 16; break;
    case 2: mixed = b ^ c ^ d, word = (3 * i + 5) % 16; break;
    default: mixed = c ^ (b | ~d), word = 7 * i % 16;
    }
    uint32_t sum = a + mixed + sines[i] + words[word];
    int shift = shifts[i / 16][i % 4];
    a = d, d = c, c = b;
    b += sum << shift | sum >> (32 - shift);
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}

void cts_md5(const void *bytes, size_t size, char *digest) {
  uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}, sines[64];
  for (int i = 0; i < 64; i++) sines[i] = (uint32_t)(fabs(sin(i + 1)) * 4294967296.0);
  size_t whole = size / 64 * 64;
  for (size_t i = 0; i < whole; i += 64) take(state, sines, (const unsigned char *)bytes + i);
  unsigned char tail[128] = {0};
  if (size > whole) memcpy(tail, (const unsigned char *)bytes + whole, size - whole);
  tail[size - whole] = 0x80;
  size_t length = size - whole < 56 ? 64 : 128;
  for (int i = 0; i < 8; i++) tail[length - 8 + i] = (unsigned char)((uint64_t)size * 8 >> (8 * i));
  for (size_t i = 0; i < length; i += 64) take(state, sines, tail + i);
  for (int i = 0; i < 16; i++) snprintf(digest + 2 * i, 3, "%02x", state[i / 4] >> (8 * (i % 4)) & 0xff);
}
