// SPDX-License-Identifier: BSD-3-Clause
// Journal: records that are on the disk as soon as they are made, in the chunks of an OTF2 file. A killed process
// leaves them behind. Stands in for ChunkWriter under RecordWriter; no handle stays open.
#pragma once

#include <memory>
#include <string>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace weft::recording {

class Journal {
 public:
  Journal(std::string path, std::size_t chunk_bytes);
  Journal(Journal&&) = default;

  // What a writer of records asks of chunks.
  static constexpr ByteOrder order() { return ByteOrder::little; }
  const std::string& path() const { return path_; }
  bool fits(std::size_t need) const { return need < static_cast<std::size_t>(end() - p_); }
  std::byte* position() { return p_; }
  void advance_to(std::byte* position) { p_ = position; }
  Result<> next_chunk();
  Result<> finish();

  // Brings what is new to the disk.
  Result<> sync();

 private:
  std::byte* end() const { return buffer_.get() + chunk_bytes_; }
  void begin_chunk();

  std::string path_;
  std::size_t chunk_bytes_;
  std::unique_ptr<std::byte[]> buffer_;
  std::byte* p_ = nullptr;
  std::byte* synced_ = nullptr;
  std::uint64_t offset_ = 0;  // of this chunk in the file
};

}  // namespace weft::recording
