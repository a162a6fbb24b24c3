#include "DescriptorStream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

using TagLib::ByteVector;

ByteVector DescriptorStream::readBlock(BlockLength length) {
  const int64_t left = std::max<int64_t>(size_ - position_, 0);
  const auto asked = static_cast<int64_t>(std::min<uint64_t>(length, INT64_MAX));
  const int64_t wanted = std::min({left, mostAtOnce, budget_, asked});
  if (wanted <= 0) return ByteVector();
  const auto count = static_cast<size_t>(wanted);
  ByteVector bytes(static_cast<unsigned>(count), 0);
  size_t filled;
  const bool isHere = position_ >= blockStart_ && position_ + wanted <= blockStart_ + static_cast<int64_t>(blockCount_);
  if (!isHere && count > blockSize / 2) {
    filled = readAt(position_, bytes.data(), count);
  } else {
    if (!isHere) {
      blockStart_ = position_;
      blockCount_ = readAt(position_, block_, std::min(blockSize, static_cast<size_t>(left)));
    }
    filled = std::min(count, blockCount_ - static_cast<size_t>(position_ - blockStart_));
    std::memcpy(bytes.data(), block_ + (position_ - blockStart_), filled);
  }
  bytes.resize(static_cast<unsigned>(filled));
  position_ += static_cast<int64_t>(filled);
  budget_ -= wanted;
  return bytes;
}

void DescriptorStream::seek(FileOffset offset, Position from) {
  const int64_t base = from == Beginning ? 0 : from == Current ? position_ : size_;
  position_ = std::clamp<int64_t>(base + std::clamp<int64_t>(offset, -size_, size_), 0, size_);
}

size_t DescriptorStream::readAt(int64_t offset, char *target, size_t count) const {
  size_t filled = 0;
  while (filled < count) {
    const ssize_t result = pread(descriptor_, target + filled, count - filled, offset + static_cast<int64_t>(filled));
    if (result < 0 && errno == EINTR) continue;
    if (result <= 0) break;
    filled += static_cast<size_t>(result);
  }
  return filled;
}
