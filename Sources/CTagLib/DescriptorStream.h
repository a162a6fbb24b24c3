#pragma once
#include <taglib/taglib.h>
#include <taglib/tfile.h>
#include <taglib/tiostream.h>

#include <cstdint>

// TagLib 2 measures files in other types than TagLib 1.
#if TAGLIB_MAJOR_VERSION >= 2
using FileOffset = TagLib::offset_t;
using BlockLength = size_t;
using InsertOffset = TagLib::offset_t;
#else
using FileOffset = long;
using BlockLength = unsigned long;
using InsertOffset = unsigned long;
#endif

// A file that is open already, for TagLib to read. It gives at most as much as a file with honest tags needs: sizes in
// damaged files ask for any amount of memory, and loops in them for any amount of time.
class DescriptorStream : public TagLib::IOStream {
public:
  DescriptorStream(int descriptor, int64_t size) : descriptor_(descriptor), size_(size) {}

  TagLib::ByteVector readBlock(BlockLength length) override;
  void seek(FileOffset offset, Position from = Beginning) override;
  FileOffset tell() const override { return position_; }
  FileOffset length() override { return size_; }
  TagLib::FileName name() const override { return ""; }
  bool readOnly() const override { return true; }
  bool isOpen() const override { return true; }

  // Nothing is ever written.
  void writeBlock(const TagLib::ByteVector &) override {}
  void insert(const TagLib::ByteVector &, InsertOffset, BlockLength) override {}
  void removeBlock(InsertOffset, BlockLength) override {}
  void truncate(FileOffset) override {}

private:
  size_t readAt(int64_t offset, char *target, size_t count) const;

  // A picture of 16 MiB is the largest that FLAC can hold.
  static constexpr int64_t mostAtOnce = 32 << 20;
  // TagLib asks for a few bytes at a time, and most tags without pictures fit into this.
  static constexpr size_t blockSize = 16 << 10;

  const int descriptor_;
  const int64_t size_;
  int64_t position_ = 0;
  int64_t budget_ = 64 << 20;
  char block_[blockSize];
  int64_t blockStart_ = 0;
  size_t blockCount_ = 0;
};

// TagLib's view of a file of no particular format: its tags are looked for at places that are known.
class PlainFile : public TagLib::File {
public:
  explicit PlainFile(TagLib::IOStream *stream) : TagLib::File(stream) {}

  TagLib::ByteVector bytes(int64_t offset, size_t count) {
    seek(static_cast<FileOffset>(offset));
    return readBlock(count);
  }

  TagLib::Tag *tag() const override { return nullptr; }
  TagLib::AudioProperties *audioProperties() const override { return nullptr; }
  bool save() override { return false; }
};
