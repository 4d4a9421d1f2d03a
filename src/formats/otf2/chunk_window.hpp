// SPDX-License-Identifier: BSD-3-Clause
// ChunkWindow: a bounded piece of one chunked file in memory (docs/formats/otf2.md, section 4). It slides forward
// inside a chunk and steps from chunk to chunk; all readers of chunked files sit on it.
//
// Behind the last byte there are always slack_bytes that may be read, so that readers can load eight bytes anywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "formats/otf2/wire.hpp"
#include "model/report.hpp"
#include "model/rule.hpp"

namespace weft::otf2 {

inline constexpr std::size_t chunk_header_bytes = 18;

class ChunkWindow {
 public:
  ChunkWindow(HandlePool& pool, std::string path, std::uint64_t chunk_bytes, std::size_t window_bytes, Report& report);

  // Finds the size of the file. An error if it cannot be opened.
  Result<> open();

  const std::string& path() const { return file_.path(); }
  std::uint64_t chunks() const { return (file_bytes_ + chunk_bytes_ - 1) / chunk_bytes_; }
  std::uint64_t file_bytes() const { return file_bytes_; }

  // Moves to the first record of a chunk. False, and a finding, if its header is no header.
  bool enter(std::uint64_t chunk);

  std::uint64_t chunk() const { return chunk_; }
  bool is_last_chunk() const { return chunk_ + 1 >= chunks(); }
  ByteOrder order() const { return order_; }
  std::uint64_t first_event() const { return first_event_; }
  std::uint64_t last_event() const { return last_event_; }

  const std::byte* begin() const { return buffer_.get(); }
  const std::byte* end() const { return buffer_.get() + size_; }

  // Whether the file or chunk has bytes behind the window.
  bool has_more() const { return window_offset_ + size_ < limit_; }

  // Makes `from` the beginning of the window and reads on, at least up to `need` bytes from there if the chunk has
  // them. Afterwards all pointers into the window are new. False if reading failed, which is reported.
  bool slide(const std::byte* from, std::size_t need);

  std::uint64_t offset_of(const std::byte* place) const {
    return window_offset_ + static_cast<std::uint64_t>(place - buffer_.get());
  }

  void report(const Rule& rule, const std::byte* place, std::string message);
  // The same about the chunk as a whole: its beginning may have left the window long ago.
  void report_chunk(const Rule& rule, std::string message);

 private:
  bool fill(std::size_t keep);
  void reserve(std::size_t bytes);

  PooledFile file_;
  std::uint64_t chunk_bytes_;
  std::size_t window_bytes_;
  Report& report_;
  std::uint64_t file_bytes_ = 0;

  std::uint64_t chunk_ = 0;
  std::uint64_t limit_ = 0;  // where the chunk ends in the file
  ByteOrder order_ = ByteOrder::little;
  std::uint64_t first_event_ = 0;
  std::uint64_t last_event_ = 0;

  std::unique_ptr<std::byte[]> buffer_;
  std::size_t capacity_ = 0;  // without the slack
  std::size_t size_ = 0;
  std::uint64_t window_offset_ = 0;  // of buffer_[0] in the file
};

}  // namespace weft::otf2
