#include "Formats.h"

#include <taglib/mp4coverart.h>
#include <taglib/mp4file.h>
#include <taglib/mp4item.h>
#include <taglib/mp4tag.h>

using namespace TagLib;

namespace {

String mime(MP4::CoverArt::Format format) {
  switch (format) {
  case MP4::CoverArt::JPEG: return "image/jpeg";
  case MP4::CoverArt::PNG: return "image/png";
  case MP4::CoverArt::BMP: return "image/bmp";
  case MP4::CoverArt::GIF: return "image/gif";
  default: return String();
  }
}

// "3/10", as ID3v2 has it.
String pair(const MP4::Item::IntPair &numbers) {
  if (numbers.first == 0 && numbers.second == 0) return String();
  return numbers.second == 0 ? String::number(numbers.first)
                             : String::number(numbers.first) + "/" + String::number(numbers.second);
}

}  // namespace

void readMP4(IOStream &stream, const Visit &visit) {
  const MP4::File file(&stream, false);
  if (!file.isValid() || !file.tag()) return;
  for (const auto &[name, item] : file.tag()->itemMap()) {
    if (name == "covr") {
      if (!visit.wantsPictures()) continue;
      for (const MP4::CoverArt &art : item.toCoverArtList()) {
        visit.picture(3, mime(art.format()), String(), false, art.data());
      }
    } else if (name == "trkn" || name == "disk") {
      visit.field(CANS_TAG_MP4, name, pair(item.toIntPair()));
    } else if (name == "tmpo") {
      if (item.toInt() > 0) visit.field(CANS_TAG_MP4, name, String::number(item.toInt()));
    } else if (name == "cpil") {
      if (item.toBool()) visit.field(CANS_TAG_MP4, name, "1");
    } else {
      for (const String &value : item.toStringList()) visit.field(CANS_TAG_MP4, name, value);
    }
  }
}
