#pragma once
#include "DescriptorStream.h"
#include "Visit.h"

#include <initializer_list>

// Whether `bytes` start with one of `magics`.
inline bool startsWithAny(const TagLib::ByteVector &bytes, std::initializer_list<const char *> magics) {
  for (const char *magic : magics) {
    if (bytes.startsWith(magic)) return true;
  }
  return false;
}

// One reader for each kind of file. None of them throws anything but what the C++ library throws without memory.

// The ID3v2 tag at `offset`.
void readID3v2(PlainFile &file, int64_t offset, const Visit &visit);
// An APEv2 tag and an ID3v1 tag at the end.
void readTrailingTags(PlainFile &file, const Visit &visit);
// The metadata blocks of a FLAC file whose marker stands at `start`.
void readFLAC(PlainFile &file, int64_t start, const Visit &visit);
void readOgg(PlainFile &file, const Visit &visit);
void readWAV(PlainFile &file, TagLib::IOStream &stream, const Visit &visit);
void readAIFF(PlainFile &file, TagLib::IOStream &stream, const Visit &visit);
void readCAF(PlainFile &file, const Visit &visit);
void readMP4(TagLib::IOStream &stream, const Visit &visit);
void readASF(TagLib::IOStream &stream, const Visit &visit);
