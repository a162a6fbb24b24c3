#include "Formats.h"

#include <taglib/apeitem.h>
#include <taglib/apetag.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/chapterframe.h>
#include <taglib/commentsframe.h>
#include <taglib/id3v1genres.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2tag.h>
#include <taglib/relativevolumeframe.h>
#include <taglib/synchronizedlyricsframe.h>
#include <taglib/textidentificationframe.h>
#include <taglib/unsynchronizedlyricsframe.h>

#include <string>
#include <vector>

using namespace TagLib;

namespace {

// Text that says of itself to be Latin-1 is in the encoding of the machine it was written on.
bool isBytes(String::Type encoding) { return encoding == String::Latin1; }

String named(const char *frame, const String &description) {
  return description.isEmpty() ? String(frame) : String(frame) + ":" + description;
}

// ID3v1 numbers its genres, and ID3v2 may name these numbers.
String genre(const String &value) {
  bool isNumber = false;
  const int number = value.toInt(&isNumber);
  const String name = isNumber ? ID3v1::genre(number) : String();
  return name.isEmpty() ? value : name;
}

void visitText(const ID3v2::TextIdentificationFrame &frame, const Visit &visit) {
  const bool bytes = isBytes(frame.textEncoding());
  if (auto user = dynamic_cast<const ID3v2::UserTextIdentificationFrame *>(&frame)) {
    const StringList values = user->fieldList();
    // The first is the description.
    for (unsigned i = 1; i < values.size(); i++) {
      visit.field(CANS_TAG_ID3V2, named("TXXX", user->description()), values[i], bytes);
    }
    return;
  }
  const String name(frame.frameID(), String::Latin1);
  for (const String &value : frame.fieldList()) {
    visit.field(CANS_TAG_ID3V2, name, frame.frameID() == "TCON" ? genre(value) : value, bytes);
  }
}

void visitLyrics(const ID3v2::SynchronizedLyricsFrame &frame, const Visit &visit) {
  // Times in MPEG frames would need the stream's rate; no program is known to write them.
  const bool hasTimes = frame.timestampFormat() == ID3v2::SynchronizedLyricsFrame::AbsoluteMilliseconds;
  const bool isLyrics = frame.type() == ID3v2::SynchronizedLyricsFrame::Lyrics;
  if (!hasTimes || !isLyrics) return;
  const auto lines = frame.synchedText();
  std::vector<cans_tag_line> visited;
  for (const auto &line : lines) visited.push_back({line.time, Visit::text(line.text, isBytes(frame.textEncoding()))});
  const String language(frame.language(), String::Latin1);
  const String none;
  visit.lyrics({Visit::text(language), Visit::text(none), visited.data(), visited.size()});
}

void visitChapter(const ID3v2::ChapterFrame &frame, const Visit &visit) {
  String title;
  bool bytes = false;
  for (const auto *each : frame.embeddedFrameList("TIT2")) {
    if (auto text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(each)) {
      title = text->toString();
      bytes = isBytes(text->textEncoding());
    }
  }
  visit.chapter({frame.startTime(), frame.endTime(), 1000, Visit::text(title, bytes)});
}

void visitGain(const ID3v2::RelativeVolumeFrame &frame, const Visit &visit) {
  const String name = named("RVA2", frame.identification());
  visit.field(CANS_TAG_ID3V2, name, String(std::to_string(frame.volumeAdjustment())));
}

void visitFrame(const ID3v2::Frame &frame, const Visit &visit) {
  if (auto text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(&frame)) {
    visitText(*text, visit);
  } else if (auto comment = dynamic_cast<const ID3v2::CommentsFrame *>(&frame)) {
    const String name = named("COMM", comment->description());
    visit.field(CANS_TAG_ID3V2, name, comment->text(), isBytes(comment->textEncoding()));
  } else if (auto gain = dynamic_cast<const ID3v2::RelativeVolumeFrame *>(&frame)) {
    visitGain(*gain, visit);
  } else if (auto picture = dynamic_cast<const ID3v2::AttachedPictureFrame *>(&frame)) {
    if (!visit.wantsPictures()) return;
    visit.picture(picture->type(), picture->mimeType(), picture->description(), isBytes(picture->textEncoding()),
                  picture->picture());
  } else if (auto lyrics = dynamic_cast<const ID3v2::UnsynchronizedLyricsFrame *>(&frame)) {
    if (!visit.wantsLyrics()) return;
    const String language(lyrics->language(), String::Latin1);
    const String words = lyrics->text();
    visit.lyrics({Visit::text(language), Visit::text(words, isBytes(lyrics->textEncoding())), nullptr, 0});
  } else if (auto timed = dynamic_cast<const ID3v2::SynchronizedLyricsFrame *>(&frame)) {
    if (visit.wantsLyrics()) visitLyrics(*timed, visit);
  } else if (auto chapter = dynamic_cast<const ID3v2::ChapterFrame *>(&frame)) {
    if (visit.wantsChapters()) visitChapter(*chapter, visit);
  }
}

void visitAPE(const APE::Tag &tag, const Visit &visit) {
  for (const auto &[key, item] : tag.itemListMap()) {
    if (item.type() == APE::Item::Text) {
      for (const String &value : item.values()) visit.field(CANS_TAG_APE, item.key(), value);
    } else if (item.type() == APE::Item::Binary && visit.wantsPictures() && key.startsWith("COVER ART")) {
      // A file name, a zero, and the picture.
      const ByteVector data = item.binaryData();
      const int end = data.find('\0');
      if (end < 0) continue;
      const unsigned type = key == "COVER ART (FRONT)" ? 3 : key == "COVER ART (BACK)" ? 4 : 0;
      visit.picture(type, String(), String(), false, data.mid(static_cast<unsigned>(end) + 1));
    }
  }
}

void visitID3v1(const ID3v1::Tag &tag, const Visit &visit) {
  visit.field(CANS_TAG_ID3V1, "title", tag.title(), true);
  visit.field(CANS_TAG_ID3V1, "artist", tag.artist(), true);
  visit.field(CANS_TAG_ID3V1, "album", tag.album(), true);
  visit.field(CANS_TAG_ID3V1, "comment", tag.comment(), true);
  visit.field(CANS_TAG_ID3V1, "genre", tag.genre());
  if (tag.year() != 0) visit.field(CANS_TAG_ID3V1, "year", String::number(static_cast<int>(tag.year())));
  if (tag.track() != 0) visit.field(CANS_TAG_ID3V1, "track", String::number(static_cast<int>(tag.track())));
}

}  // namespace

void readID3v2(PlainFile &file, int64_t offset, const Visit &visit) {
  if (file.bytes(offset, 3) != "ID3") return;
  const ID3v2::Tag tag(&file, static_cast<FileOffset>(offset));
  for (const auto *frame : tag.frameList()) visitFrame(*frame, visit);
}

void readTrailingTags(PlainFile &file, const Visit &visit) {
  constexpr int64_t id3v1Size = 128, footerSize = 32;
  int64_t end = file.length();
  const bool hasID3v1 = end >= id3v1Size && file.bytes(end - id3v1Size, 3) == "TAG";
  if (hasID3v1) end -= id3v1Size;
  if (end >= footerSize && file.bytes(end - footerSize, 8) == "APETAGEX") {
    visitAPE(APE::Tag(&file, static_cast<FileOffset>(end - footerSize)), visit);
  }
  if (hasID3v1) visitID3v1(ID3v1::Tag(&file, static_cast<FileOffset>(end)), visit);
}
