#include "Formats.h"

#include <taglib/id3v2tag.h>
#include <taglib/rifffile.h>

using namespace TagLib;

namespace {

// The chunks of a WAV or AIFF file. TagLib's own classes for these take INFO for UTF-8 and leave AIFF's text chunks
// out.
class ChunkFile : public RIFF::File {
public:
  static void visitWAV(PlainFile &file, IOStream &stream, const Visit &visit) {
    ChunkFile(stream, LittleEndian).visitWAV(file, visit);
  }

  static void visitAIFF(PlainFile &file, IOStream &stream, const Visit &visit) {
    ChunkFile(stream, BigEndian).visitAIFF(file, visit);
  }

  Tag *tag() const override { return nullptr; }
  TagLib::AudioProperties *audioProperties() const override { return nullptr; }
  bool save() override { return false; }

private:
  static constexpr unsigned mostText = 1 << 20;

  ChunkFile(IOStream &stream, Endianness endianness) : RIFF::File(&stream, endianness) {}

  void visitWAV(PlainFile &file, const Visit &visit) {
    visitID3v2(file, visit);
    for (unsigned i = 0; i < chunkCount(); i++) {
      if (chunkName(i) != "LIST" || chunkDataSize(i) > mostText) continue;
      const ByteVector data = chunkData(i);
      if (data.startsWith("INFO")) visitInfo(data, visit);
    }
  }

  void visitAIFF(PlainFile &file, const Visit &visit) {
    visitID3v2(file, visit);
    for (unsigned i = 0; i < chunkCount(); i++) {
      const ByteVector name = chunkName(i);
      const bool isText = name == "NAME" || name == "AUTH" || name == "ANNO" || name == "(c) ";
      if (isText && chunkDataSize(i) <= mostText) visit.bytes(CANS_TAG_RIFF, String(name), text(chunkData(i)));
    }
  }

  void visitID3v2(PlainFile &file, const Visit &visit) {
    for (unsigned i = 0; i < chunkCount(); i++) {
      if (chunkName(i) == "ID3 " || chunkName(i) == "id3 ") {
        readID3v2(file, static_cast<int64_t>(chunkOffset(i)), visit);
        // Programs that add a second one mean the first to be gone; which one that is, nobody knows.
        return;
      }
    }
  }

  static void visitInfo(const ByteVector &data, const Visit &visit) {
    unsigned position = 4;
    while (position + 8 <= data.size()) {
      const ByteVector name = data.mid(position, 4);
      const unsigned size = data.toUInt(position + 4, false);
      position += 8;
      if (size > data.size() - position) return;
      visit.bytes(CANS_TAG_RIFF, String(name, String::Latin1), text(data.mid(position, size)));
      position += std::min(size + (size & 1), data.size() - position);
    }
  }

  // Up to the first zero.
  static ByteVector text(const ByteVector &data) {
    const int end = data.find('\0');
    return end < 0 ? data : data.mid(0, static_cast<unsigned>(end));
  }
};

}  // namespace

void readWAV(PlainFile &file, IOStream &stream, const Visit &visit) {
  ChunkFile::visitWAV(file, stream, visit);
}

void readAIFF(PlainFile &file, IOStream &stream, const Visit &visit) {
  ChunkFile::visitAIFF(file, stream, visit);
}
