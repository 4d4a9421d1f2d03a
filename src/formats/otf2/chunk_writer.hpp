// SPDX-License-Identifier: BSD-3-Clause
// ChunkWriter: turns records into the chunks of one file (docs/formats/otf2.md, sections 4 and 15.2). One chunk is in
// memory; full ones go to disk at once. The file appears with its first chunk.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/file.hpp"
#include "formats/otf2/wire.hpp"

namespace weft::otf2 {

// The head of a chunk: the event it begins with, and once it is complete the event it ends with.
std::byte* put_chunk_head(std::byte* chunk, ByteOrder order, std::uint64_t first_event);
void put_last_event(std::byte* chunk, ByteOrder order, std::uint64_t last_event);

class ChunkWriter {
 public:
  ChunkWriter(std::string path, std::uint64_t chunk_bytes, ByteOrder order);
  ChunkWriter(ChunkWriter&&) = default;

  const std::string& path() const { return path_; }
  ByteOrder order() const { return order_; }

  // Whether `need` bytes fit into this chunk. One byte always stays free for the mark that ends it.
  bool fits(std::size_t need) const { return need < static_cast<std::size_t>(end_ - p_); }
  bool fits_at_once(std::size_t need) const { return fits(need); }

  std::byte* position() { return p_; }
  void advance_to(std::byte* position) { p_ = position; }
  void count_event() { ++events_; }
  void count_events(std::uint64_t events) { events_ += events; }
  std::uint64_t events() const { return events_; }

  // Writes this chunk out, padded to full size, and begins a new one.
  Result<> next_chunk();

  // Writes the rest. Nothing can be written afterwards. A file without records is one empty chunk.
  Result<> finish();

 private:
  void begin_chunk();
  Result<> write_out(std::size_t bytes);

  std::string path_;
  std::size_t chunk_bytes_;
  ByteOrder order_;
  std::unique_ptr<std::byte[]> buffer_;
  std::byte* p_;
  std::byte* end_;
  std::uint64_t events_ = 0;
  std::optional<File> file_;
  bool finished_ = false;
};

}  // namespace weft::otf2
