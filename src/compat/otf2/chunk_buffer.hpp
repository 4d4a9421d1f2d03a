// SPDX-License-Identifier: BSD-3-Clause
// ChunkBuffer: the chunks of one file in memory, until there is no more of it or the file is closed; then the program
// decides whether they are written (docs/formats/otf2.md, sections 15.3 and 15.4). Stands in for ChunkWriter under the
// writers of the codec.
#pragma once

#include <otf2/OTF2_Callbacks.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "formats/otf2/wire.hpp"

namespace weft::otf2::compat {

// What a program said about memory and flushes; shared by all files of an archive. Tables are used where they are.
struct BufferPolicy {
  const OTF2_FlushCallbacks* flush = nullptr;
  void* flush_data = nullptr;
  const OTF2_MemoryCallbacks* memory = nullptr;
  void* memory_data = nullptr;
  bool to_disk = true;  // the substrate NONE keeps nothing
};

class ChunkBuffer {
 public:
  struct Place {
    OTF2_FileType type;
    OTF2_LocationRef location;  // or the number of a thumbnail; undefined where a file has neither
    void* caller;               // the writer, for the callbacks
    std::string path;
  };

  ChunkBuffer(const BufferPolicy& policy, Place place, std::uint64_t chunk_bytes, ByteOrder order);
  ChunkBuffer(ChunkBuffer&&) = default;
  ChunkBuffer& operator=(ChunkBuffer&&) = default;

  // Gets the first chunk.
  Result<> open();

  const std::string& path() const { return place_.path; }
  void set_place(OTF2_LocationRef location, std::string path);
  ByteOrder order() const { return order_; }

  // Whether `need` bytes fit into this chunk. One byte always stays free for the mark that ends it. Encoders write a
  // few bytes beyond a record: at the end of a chunk, which may be the program's memory, they get another place.
  bool fits(std::size_t need) {
    const auto free = static_cast<std::size_t>(end_ - p_);
    if (need + slack_bytes < free) [[likely]]
      return true;
    return need < free && begin_detour(need);
  }
  std::byte* position() { return detour_.empty() ? p_ : detour_.data(); }
  void advance_to(std::byte* position) {
    if (detour_.empty()) [[likely]]
      p_ = position;
    else
      end_detour(position);
  }

  void count_event() { ++events_; }
  std::uint64_t events() const { return events_; }

  // Begins another chunk, after a flush if memory is used up.
  Result<> next_chunk();
  // When the flush of the last next_chunk ended, if there was one and the program told.
  std::optional<Ticks> take_end_of_flush() { return std::exchange(end_of_flush_, std::nullopt); }

  // Ends the file: asks for the last time whether to write, and gives all memory back.
  Result<> finish();
  // Gives all memory back; nothing is written.
  void abandon() { release(true); }

  // A position to come back to; worthless after a flush.
  struct Mark {
    std::size_t chunk;
    std::size_t offset;
    std::uint64_t events;
    std::uint64_t flushes;
  };
  Mark mark() const { return {current_, static_cast<std::size_t>(p_ - begin()), events_, flushes_}; }
  bool is_valid(const Mark& mark) const { return mark.flushes == flushes_; }
  void return_to(const Mark& mark);

 private:
  std::byte* begin() const { return chunks_[current_]; }
  std::byte* allocate();
  std::byte* allocate_from_pool();
  void grow_pool();
  void begin_chunk(std::size_t chunk);
  bool may_flush(bool final);
  Result<> write_out(std::size_t bytes_of_last);
  void release(bool final);
  bool begin_detour(std::size_t need);
  void end_detour(const std::byte* position);

  const BufferPolicy* policy_;
  Place place_;
  std::size_t chunk_bytes_;
  ByteOrder order_;
  std::vector<std::byte*> chunks_;  // those behind `current_` were left by going back
  // Where chunks come from without memory callbacks: blocks of one or several.
  struct Free {
    void operator()(std::byte* block) const { std::free(block); }
  };
  std::vector<std::unique_ptr<std::byte, Free>> blocks_;
  std::vector<std::byte*> pool_;
  void* per_buffer_data_ = nullptr;
  std::size_t current_ = 0;
  std::byte* p_ = nullptr;
  std::byte* end_ = nullptr;
  std::vector<std::byte> detour_;
  std::uint64_t events_ = 0;
  std::uint64_t flushes_ = 0;
  std::optional<Ticks> end_of_flush_;
  std::optional<File> file_;
};

}  // namespace weft::otf2::compat
