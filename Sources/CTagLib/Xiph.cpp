#include "Formats.h"

#include <taglib/flacpicture.h>

using namespace TagLib;

namespace {

void visitPicture(const ByteVector &data, const Visit &visit) {
  FLAC::Picture picture;
  if (!picture.parse(data)) return;
  visit.picture(picture.type(), picture.mimeType(), picture.description(), false, picture.data());
}

void visitComment(const ByteVector &comment, const Visit &visit) {
  const int equals = comment.find('=');
  if (equals <= 0) return;
  const auto length = static_cast<unsigned>(equals);
  const String name = String(comment.mid(0, length), String::Latin1).upper();
  const ByteVector value = comment.mid(length + 1);
  if (name == "METADATA_BLOCK_PICTURE") {
    if (visit.wantsPictures()) visitPicture(ByteVector::fromBase64(value), visit);
  } else if (name == "COVERART") {
    // The way before METADATA_BLOCK_PICTURE, with neither type nor description.
    if (visit.wantsPictures()) visit.picture(3, String(), String(), false, ByteVector::fromBase64(value));
  } else {
    visit.bytes(CANS_TAG_VORBIS, name, value);
  }
}

// The comments of Vorbis I, 5.2.1. TagLib's reader of them drops a comment that is not UTF-8, though such were written
// and can be read.
void visitComments(const ByteVector &data, const Visit &visit) {
  uint64_t position = 4 + static_cast<uint64_t>(data.toUInt(0u, false));
  if (position + 4 > data.size()) return;
  const unsigned count = data.toUInt(static_cast<unsigned>(position), false);
  position += 4;
  for (unsigned i = 0; i < count && position + 4 <= data.size(); i++) {
    const uint64_t length = data.toUInt(static_cast<unsigned>(position), false);
    position += 4;
    if (length > data.size() - position) return;
    visitComment(data.mid(static_cast<unsigned>(position), static_cast<unsigned>(length)), visit);
    position += length;
  }
}

uint64_t number(const ByteVector &data, uint64_t offset) {
  return static_cast<uint64_t>(data.toLongLong(static_cast<unsigned>(offset), true));
}

// The tracks of a cue sheet block (RFC 9639, 8.7), whose last one is the end of the disc.
void visitCueSheet(const ByteVector &data, unsigned rate, const Visit &visit) {
  constexpr unsigned headerSize = 396, trackSize = 36, indexSize = 12;
  if (data.size() < headerSize || rate == 0) return;
  const unsigned tracks = static_cast<unsigned char>(data[headerSize - 1]);
  const String noTitle;
  uint64_t position = headerSize, start = 0;
  for (unsigned i = 0; i < tracks && position + trackSize <= data.size(); i++) {
    const uint64_t offset = number(data, position);
    if (i > 0) visit.chapter({start, offset, rate, Visit::text(noTitle)});
    start = offset;
    const unsigned indexes = static_cast<unsigned char>(data[static_cast<unsigned>(position) + trackSize - 1]);
    position += trackSize;
    for (unsigned j = 0; j < indexes && position + indexSize <= data.size(); j++, position += indexSize) {
      // The first index is where the music starts, behind a pause.
      if (data[static_cast<unsigned>(position) + 8] == 1) start = offset + number(data, position);
    }
  }
}

// The metadata blocks of FLAC (RFC 9639, 8), one after the other. By TagLib all pictures would be read on the way to
// the title.
class BlockVisit {
public:
  explicit BlockVisit(const Visit &visit) : visit_(visit) {}

  // Whether a block of `type` is of any use.
  bool wants(unsigned type) const {
    switch (type) {
    case commentBlock: return !hasComments_;
    // The rate is what the places in a cue sheet are counted by.
    case infoBlock:
    case cueSheetBlock: return visit_.wantsChapters();
    case pictureBlock: return visit_.wantsPictures();
    default: return false;
    }
  }

  void take(unsigned type, const ByteVector &data) {
    if (!wants(type)) return;
    switch (type) {
    case infoBlock: rate_ = data.toUInt(10u, true) >> 12; break;
    case cueSheetBlock: visitCueSheet(data, rate_, visit_); break;
    case pictureBlock: visitPicture(data, visit_); break;
    default:
      visitComments(data, visit_);
      // A second block of comments is against the rules, and not what other players show.
      hasComments_ = true;
    }
  }

private:
  static constexpr unsigned infoBlock = 0, commentBlock = 4, cueSheetBlock = 5, pictureBlock = 6;

  const Visit &visit_;
  unsigned rate_ = 0;
  bool hasComments_ = false;
};

constexpr unsigned typeOf(char header) { return static_cast<unsigned char>(header) & 0x7F; }
constexpr bool isLast(char header) { return static_cast<unsigned char>(header) & 0x80; }

// The packets of the first stream with sound in an Ogg file (RFC 3533).
class OggPackets {
public:
  explicit OggPackets(PlainFile &file) : file_(file) { findStream(); }

  // The next packet; empty at the end, and where the pages are not in order.
  ByteVector next() {
    ByteVector packet;
    while (packet.size() <= longestPacket) {
      if (segment_ == segments_.size() && !nextPage()) return ByteVector();
      while (segment_ < segments_.size()) {
        const auto lacing = static_cast<unsigned char>(segments_[segment_++]);
        packet.append(body_.mid(start_, lacing));
        start_ += lacing;
        if (lacing < 255) return packet;
      }
    }
    return ByteVector();
  }

private:
  static constexpr unsigned longestPacket = 32 << 20;
  static constexpr unsigned headerSize = 27;
  // Streams that begin before the first one with sound: video, subtitles, a skeleton.
  static constexpr int mostStreams = 16;

  void findStream() {
    for (int i = 0; i < mostStreams; i++) {
      if (!readPage() || !(header_[5] & 2)) break;
      if (!startsWithAny(body_, {"\x01vorbis", "OpusHead", "Speex   ", "\x7F" "FLAC"})) continue;
      serial_ = header_.mid(14, 4);
      return;
    }
    segments_.clear();
    isLost_ = true;
  }

  bool nextPage() {
    while (!isLost_ && readPage()) {
      if (header_.mid(14, 4) == serial_) return true;
    }
    isLost_ = true;
    return false;
  }

  bool readPage() {
    header_ = file_.bytes(position_, headerSize);
    if (header_.size() < headerSize || !header_.startsWith("OggS")) return false;
    segments_ = file_.bytes(position_ + headerSize, static_cast<unsigned char>(header_[26]));
    unsigned size = 0;
    for (const char lacing : segments_) size += static_cast<unsigned char>(lacing);
    position_ += headerSize + segments_.size();
    body_ = file_.bytes(position_, size);
    position_ += size;
    segment_ = 0;
    start_ = 0;
    return true;
  }

  PlainFile &file_;
  int64_t position_ = 0;
  ByteVector header_, serial_, segments_, body_;
  unsigned segment_ = 0, start_ = 0;
  bool isLost_ = false;
};

}  // namespace

void readFLAC(PlainFile &file, int64_t start, const Visit &visit) {
  // There are comment blocks that are longer than they say; what is in a block says itself where it ends.
  constexpr unsigned slack = 4 << 10;
  BlockVisit blocks(visit);
  int64_t position = start + 4;
  while (true) {
    const ByteVector header = file.bytes(position, 4);
    if (header.size() < 4) return;
    const unsigned type = typeOf(header[0]), size = header.toUInt(0u, true) & 0xFFFFFF;
    position += 4;
    if (blocks.wants(type)) blocks.take(type, file.bytes(position, size + slack));
    position += size;
    if (isLast(header[0])) return;
  }
}

void readOgg(PlainFile &file, const Visit &visit) {
  OggPackets packets(file);
  const ByteVector head = packets.next();
  if (head.startsWith("\x01vorbis")) {
    const ByteVector packet = packets.next();
    if (packet.startsWith("\x03vorbis")) visitComments(packet.mid(7), visit);
  } else if (head.startsWith("OpusHead")) {
    const ByteVector packet = packets.next();
    if (packet.startsWith("OpusTags")) visitComments(packet.mid(8), visit);
  } else if (head.startsWith("Speex   ")) {
    visitComments(packets.next(), visit);
  } else if (head.startsWith("\x7F" "FLAC") && head.size() > 17) {
    BlockVisit blocks(visit);
    // The first packet holds the first block, behind nine bytes of its own and the marker of native FLAC.
    blocks.take(typeOf(head.mid(13, 1)[0]), head.mid(17));
    while (true) {
      const ByteVector packet = packets.next();
      if (packet.size() < 4) return;
      blocks.take(typeOf(packet[0]), packet.mid(4));
      if (isLast(packet[0])) return;
    }
  }
}
