#pragma once
// TagLib is a C++ library, and its C face in Debian 12 knows seven fields. This is a plain C face of all that cans
// reads: every field under the name that its format gives it. What the names mean is decided in Swift.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#ifdef __cplusplus
extern "C" {
#endif

// Text as TagLib keeps it: UTF-16 units, one in each `wchar_t`. If `is_bytes`, they are bytes of an encoding that the
// file does not declare, or declares and does not keep.
struct cans_tag_text {
  const wchar_t *units;
  size_t count;
  bool is_bytes;
};

// The formats of tags, each of which has names of its own.
enum cans_tag_scheme {
  CANS_TAG_ID3V2,  // "TIT2"; "TXXX:description", "COMM:description", and "RVA2:identification" in dB
  CANS_TAG_ID3V1,  // "title" and so on
  CANS_TAG_APE,    // "Album Artist", in any case
  CANS_TAG_VORBIS, // "ALBUMARTIST", in any case
  CANS_TAG_MP4,    // "©nam", "----:com.apple.iTunes:NAME"
  CANS_TAG_ASF,    // "WM/AlbumTitle"
  CANS_TAG_RIFF,   // the chunks of WAV's LIST INFO and of AIFF: "INAM", "NAME"
  CANS_TAG_CAF,    // "track number"
};

struct cans_tag_picture {
  unsigned type;  // as in ID3v2's APIC frame: 3 is the front cover
  struct cans_tag_text mime;
  struct cans_tag_text description;
  const void *bytes;
  size_t count;
};

struct cans_tag_line {
  uint32_t milliseconds;
  struct cans_tag_text text;
};

// Lyrics of ID3v2: `text`, or `lines` with times.
struct cans_tag_lyrics {
  struct cans_tag_text language;  // ISO 639-2
  struct cans_tag_text text;
  const struct cans_tag_line *lines;
  size_t count;
};

// A chapter of ID3v2, or a track of FLAC's cue sheet; in parts of a second from the start, `timescale` of which make
// one.
struct cans_tag_chapter {
  uint64_t start;
  uint64_t end;
  uint32_t timescale;
  struct cans_tag_text title;
};

// What is called for each thing found; all that is pointed to lives until the call returns. Without `picture`, `lyrics`
// or `chapter` (NULL) what they are for is passed over, unread where the format allows that.
struct cans_tag_visitor {
  void *context;
  void (*text)(void *context, enum cans_tag_scheme scheme, struct cans_tag_text name, struct cans_tag_text value);
  void (*picture)(void *context, const struct cans_tag_picture *picture);
  void (*lyrics)(void *context, const struct cans_tag_lyrics *lyrics);
  void (*chapter)(void *context, const struct cans_tag_chapter *chapter);
};

// Reads the tags of the regular file open as `descriptor`, which is `size` bytes long and whose format is found by its
// contents. Tags that count more are visited first. What is damaged is passed over. Any thread; the descriptor's own
// offset is left alone.
void cans_tags_read(int descriptor, int64_t size, const struct cans_tag_visitor *visitor);

#ifdef __cplusplus
}
#endif
