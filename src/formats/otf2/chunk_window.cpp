// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/chunk_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "formats/otf2/rules.hpp"

namespace weft::otf2 {

ChunkWindow::ChunkWindow(
    HandlePool& pool, std::string path, std::uint64_t chunk_bytes, std::size_t window_bytes, Report& report)
    : file_(pool, std::move(path)), chunk_bytes_(chunk_bytes), window_bytes_(window_bytes), report_(report) {}

Result<> ChunkWindow::open() {
  file_bytes_ = WEFT_TRY(file_.size());
  return {};
}

void ChunkWindow::report(const Rule& rule, const std::byte* place, std::string message) {
  report_.add({rule.name, std::move(message), path(), offset_of(place)});
}

void ChunkWindow::report_chunk(const Rule& rule, std::string message) {
  report_.add({rule.name, std::move(message), path(), chunk_ * chunk_bytes_});
}

void ChunkWindow::reserve(std::size_t bytes) {
  if (bytes <= capacity_) return;
  auto larger = std::make_unique_for_overwrite<std::byte[]>(bytes + slack_bytes);
  if (size_) std::memcpy(larger.get(), buffer_.get(), size_);
  buffer_ = std::move(larger);
  capacity_ = bytes;
}

bool ChunkWindow::fill(std::size_t keep) {
  const std::uint64_t from = window_offset_ + keep;
  const std::size_t want = static_cast<std::size_t>(std::min<std::uint64_t>(capacity_ - keep, limit_ - from));
  size_ = keep;
  auto got = file_.read_at(from, {buffer_.get() + keep, want});
  const bool complete = got && *got == want;
  if (got) size_ += *got;
  std::memset(buffer_.get() + size_, 0, slack_bytes);
  if (complete) return true;
  // The file shrank under us or the disk failed: nothing behind this point can be had.
  report(file_missing, end(), got ? "the file became shorter while it was read" : got.error().message);
  limit_ = file_bytes_ = window_offset_ + size_;
  return false;
}

bool ChunkWindow::enter(std::uint64_t chunk) {
  chunk_ = chunk;
  window_offset_ = chunk * chunk_bytes_;
  limit_ = std::min(window_offset_ + chunk_bytes_, file_bytes_);
  size_ = 0;
  reserve(static_cast<std::size_t>(std::min<std::uint64_t>(window_bytes_, chunk_bytes_)));
  if (!fill(0)) return false;
  if (size_ < chunk_header_bytes) {
    report(chunk_header, begin(), fmt::format("expected a chunk header of 18 bytes, found {} bytes", size_));
    return false;
  }
  const auto id = static_cast<unsigned>(buffer_[0]);
  const auto mark = static_cast<unsigned>(buffer_[1]);
  if (id != 3 || (mark != 0x42 && mark != 0x23)) {
    report(
        chunk_header, begin(), fmt::format("expected a chunk header (03 42 or 03 23), found {:02x} {:02x}", id, mark));
    return false;
  }
  order_ = mark == 0x42 ? ByteOrder::little : ByteOrder::big;
  first_event_ = load<std::uint64_t>(begin() + 2, order_);
  last_event_ = load<std::uint64_t>(begin() + 10, order_);
  return true;
}

bool ChunkWindow::slide(const std::byte* from, std::size_t need) {
  const auto gone = static_cast<std::size_t>(from - begin());
  const std::size_t keep = size_ - gone;
  if (keep) std::memmove(buffer_.get(), from, keep);
  window_offset_ += gone;
  size_ = keep;
  reserve(static_cast<std::size_t>(std::min<std::uint64_t>(need, limit_ - window_offset_)));
  return fill(keep);
}

}  // namespace weft::otf2
