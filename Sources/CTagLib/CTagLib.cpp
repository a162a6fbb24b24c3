#include "Formats.h"

using namespace TagLib;

namespace {

// The offset behind all ID3v2 tags at the start of the file.
int64_t endOfID3v2(PlainFile &file) {
  constexpr int mostTags = 64;
  int64_t offset = 0;
  for (int tag = 0; tag < mostTags; tag++) {
    const ByteVector header = file.bytes(offset, 10);
    if (header.size() < 10 || !header.startsWith("ID3")) break;
    int64_t size = 0;
    for (unsigned i = 6; i < 10; i++) size = size << 7 | (header[i] & 0x7F);
    const int64_t footer = header[5] & 0x10 ? 10 : 0;
    offset += 10 + size + footer;
  }
  return offset;
}

// Behind junk some files still have an ID3v2 tag.
int64_t findID3v2(PlainFile &file) {
  constexpr size_t searched = 64 << 10;
  const ByteVector bytes = file.bytes(0, searched);
  for (int offset = bytes.find("ID3"); offset >= 0; offset = bytes.find("ID3", static_cast<unsigned>(offset) + 1)) {
    const ByteVector header = bytes.mid(static_cast<unsigned>(offset), 10);
    if (header.size() < 10) break;
    const bool isVersion = header[3] >= 2 && header[3] <= 4 && header[4] == 0 && (header[5] & 0x0F) == 0;
    const bool isSize = ((header[6] | header[7] | header[8] | header[9]) & 0x80) == 0;
    if (isVersion && isSize) return offset;
  }
  return 0;
}

// DSF keeps the offset of its ID3v2 tag in its header.
int64_t offsetInDSF(PlainFile &file) { return file.bytes(20, 8).toLongLong(0u, false); }

// The chunk "ID3 " of DSDIFF, whose chunks have sizes of eight bytes; 0 without one.
int64_t offsetInDSDIFF(PlainFile &file) {
  constexpr int mostChunks = 64;
  int64_t offset = 16;
  for (int i = 0; i < mostChunks; i++) {
    const ByteVector header = file.bytes(offset, 12);
    if (header.size() < 12) return 0;
    if (header.startsWith("ID3 ")) return offset + 12;
    const int64_t size = header.toLongLong(4u, true);
    if (size < 0 || size > file.length() - offset) return 0;
    offset += 12 + size + (size & 1);
  }
  return 0;
}

void readTags(DescriptorStream &stream, const Visit &visit) {
  PlainFile file(&stream);
  const int64_t start = endOfID3v2(file);
  const ByteVector head = file.bytes(start, 16);
  const ByteVector kind = head.mid(8, 4);
  // Some of TagLib's readers start where the stream stands.
  stream.seek(0);
  // TagLib knows nothing of Matroska.
  if (head.startsWith("\x1A\x45\xDF\xA3")) return;
  if (startsWithAny(head.mid(4, 4), {"ftyp", "moov", "mdat", "wide", "free", "skip"})) return readMP4(stream, visit);
  if (head.startsWith(ByteVector("\x30\x26\xB2\x75", 4))) return readASF(stream, visit);
  if (head.startsWith("OggS")) return readOgg(file, visit);
  if (head.startsWith("RIFF") && kind == "WAVE" && start == 0) return readWAV(file, stream, visit);
  if (head.startsWith("FORM") && (kind == "AIFF" || kind == "AIFC") && start == 0) return readAIFF(file, stream, visit);
  if (head.startsWith("caff") && start == 0) return readCAF(file, visit);
  if (head.startsWith("fLaC")) readFLAC(file, start, visit);
  if (start > 0) {
    readID3v2(file, 0, visit);
  } else if (head.startsWith("DSD ")) {
    readID3v2(file, offsetInDSF(file), visit);
  } else if (head.startsWith("FRM8")) {
    if (const int64_t offset = offsetInDSDIFF(file)) readID3v2(file, offset, visit);
  } else if (!startsWithAny(head, {"fLaC", "\xFF"})) {
    readID3v2(file, findID3v2(file), visit);
  }
  readTrailingTags(file, visit);
}

}  // namespace

void cans_tags_read(int descriptor, int64_t size, const cans_tag_visitor *visitor) {
  try {
    DescriptorStream stream(descriptor, size);
    readTags(stream, Visit(*visitor));
  } catch (...) {
    // Out of memory, which C code would not survive either way; what was visited so far counts.
  }
}
