// SPDX-License-Identifier: BSD-3-Clause
// ChunkBuffer: the chunks of one file, until there is no more memory or the file is closed; then the program decides
// whether they are written (docs/formats/otf2.md, sections 15.3 and 15.4). Full chunks go to the file ahead of that
// decision if it is likely to be yes: the memory is used again while it is still in the cache, and a program that is
// killed leaves them behind. Stands in for ChunkWriter under the writers of the codec.
#pragma once

#include <otf2/OTF2_Callbacks.h>

#include <cstddef>
#include <cstdint>
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

  ChunkBuffer(const BufferPolicy& policy, Place place, std::uint64_t chunk_bytes);
  ChunkBuffer(ChunkBuffer&&) = default;
  ChunkBuffer& operator=(ChunkBuffer&&) = default;

  // Gets the first chunk.
  Result<> open();

  const std::string& path() const { return place_.path; }
  void set_place(OTF2_LocationRef location, std::string path);
  static constexpr ByteOrder order() { return ByteOrder::little; }

  // Whether `need` bytes fit into this chunk. One byte always stays free for the mark that ends it.
  bool fits(std::size_t need) { return fits_at_once(need) || fits_into_tail(need); }
  // False also where something has to be prepared first, which `fits` does.
  bool fits_at_once(std::size_t need) const { return static_cast<std::ptrdiff_t>(need) < limit_ - p_; }
  std::byte* position() { return p_; }
  void advance_to(std::byte* position) { p_ = position; }

  void count_event() { ++events_; }
  std::uint64_t events() const { return events_; }

  // Begins another chunk, after a flush if memory is used up.
  Result<> next_chunk();
  // When the flush of the last next_chunk ended, if there was one and the program told.
  std::optional<Ticks> take_end_of_flush() { return std::exchange(end_of_flush_, std::nullopt); }

  // Ends the file: asks for the last time whether to write, and gives all memory back.
  Result<> finish();
  // Gives all memory back; nothing is written, and what was written ahead is taken back.
  void abandon();

  // A position to come back to; worthless after a flush.
  struct Mark {
    std::size_t chunk;
    std::size_t offset;
    std::uint64_t events;
    std::uint64_t flushes;
  };
  Mark mark() {
    end_tail();
    return {current_, static_cast<std::size_t>(p_ - begin()), events_, flushes_};
  }
  bool is_valid(const Mark& mark) const { return mark.flushes == flushes_; }
  Result<> return_to(const Mark& mark);

 private:
  std::byte* begin() const { return chunks_[current_ - ahead_]; }
  std::byte* allocate();
  std::byte* allocate_own();
  void go_to_chunk(std::size_t chunk);
  void begin_chunk(std::size_t chunk);
  bool may_flush(bool final);
  bool write_ahead();
  Result<> write_out(std::size_t bytes_of_last);
  void cut_file();
  void keep(std::size_t bytes_of_last);
  void take_back();
  void release(bool final);
  bool fits_into_tail(std::size_t need);
  void end_tail();

  const BufferPolicy* policy_;
  Place place_;
  std::size_t chunk_bytes_;
  // Chunks are counted from the last flush. The first `ahead_` are in the file, the others here; those behind
  // `current_` were left by going back.
  std::vector<std::byte*> chunks_;
  std::size_t ahead_ = 0;
  std::size_t current_ = 0;
  std::byte* p_ = nullptr;
  std::byte* limit_ = nullptr;
  std::uint64_t events_ = 0;
  std::uint64_t flushes_ = 0;
  std::optional<Ticks> end_of_flush_;
  std::optional<File> file_;
  std::uint64_t flushed_bytes_ = 0;  // of the file: these stay
  std::vector<std::unique_ptr<std::byte[]>> own_chunks_;
  void* per_buffer_data_ = nullptr;  // of the memory callbacks
  // Encoders write a few bytes beyond a record. The end of a chunk that is the program's memory is written here, until
  // the chunk is full.
  std::vector<std::byte> tail_;
};

}  // namespace weft::otf2::compat
