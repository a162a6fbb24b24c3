#pragma once
#include "CTagLib.h"

#include <taglib/tbytevector.h>
#include <taglib/tstring.h>

// Calls the visitor with TagLib's types.
class Visit {
public:
  explicit Visit(const cans_tag_visitor &visitor) : visitor_(visitor) {}

  bool wantsPictures() const { return visitor_.picture != nullptr; }
  bool wantsLyrics() const { return visitor_.lyrics != nullptr; }
  bool wantsChapters() const { return visitor_.chapter != nullptr; }

  static cans_tag_text text(const TagLib::String &string, bool isBytes = false) {
    return {string.toCWString(), string.size(), isBytes};
  }

  void field(cans_tag_scheme scheme, const TagLib::String &name, const TagLib::String &value,
             bool isBytes = false) const {
    if (!value.isEmpty()) visitor_.text(visitor_.context, scheme, text(name), text(value, isBytes));
  }

  // A value of which only the bytes are known.
  void bytes(cans_tag_scheme scheme, const TagLib::String &name, const TagLib::ByteVector &value) const {
    field(scheme, name, TagLib::String(value, TagLib::String::Latin1), true);
  }

  void picture(unsigned type, const TagLib::String &mime, const TagLib::String &description, bool isBytes,
               const TagLib::ByteVector &data) const {
    if (data.isEmpty()) return;
    const cans_tag_picture picture{type, text(mime), text(description, isBytes), data.data(), data.size()};
    visitor_.picture(visitor_.context, &picture);
  }

  void lyrics(const cans_tag_lyrics &lyrics) const { visitor_.lyrics(visitor_.context, &lyrics); }
  void chapter(const cans_tag_chapter &chapter) const { visitor_.chapter(visitor_.context, &chapter); }

private:
  const cans_tag_visitor &visitor_;
};
