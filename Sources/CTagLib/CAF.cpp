#include "Formats.h"

#include <taglib/tbytevectorlist.h>

using namespace TagLib;

// The information chunk of Apple's Core Audio Format, which TagLib does not read: a count, and twice as many strings.
void readCAF(PlainFile &file, const Visit &visit) {
  constexpr int mostChunks = 256;
  constexpr int64_t mostText = 1 << 20;
  int64_t position = 8;
  for (int i = 0; i < mostChunks; i++) {
    const ByteVector header = file.bytes(position, 12);
    if (header.size() < 12) return;
    const int64_t size = header.toLongLong(4u, true);
    position += 12;
    // Sound that is still being recorded has no size; nothing can follow it.
    if (size < 0 || size > file.length() - position) return;
    if (header.startsWith("info") && size >= 4 && size <= mostText) {
      const ByteVectorList strings = ByteVectorList::split(file.bytes(position + 4, static_cast<size_t>(size - 4)), '\0');
      for (unsigned j = 0; j + 1 < strings.size(); j += 2) {
        visit.bytes(CANS_TAG_CAF, String(strings[j], String::UTF8), strings[j + 1]);
      }
    }
    position += size;
  }
}
