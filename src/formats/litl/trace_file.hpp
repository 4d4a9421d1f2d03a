// SPDX-License-Identifier: BSD-3-Clause
// TraceFile: writes the trace of one process while it is being recorded. For the recorder and the drop-in library,
// which call it when a thread's buffer is full; calls must not overlap, so whoever has several threads holds a lock of
// his own.
//
//   auto file = WEFT_TRY(TraceFile::create(path, {.process = "name", .buffer_bytes = 1 << 20}));
//   const auto thread = WEFT_TRY(file.add_thread(tid));    // any time, also between chunks
//   WEFT_TRY(file.append_chunk(thread, events));           // encoded events, without a mark: see event.hpp
//   WEFT_TRY(file.finish());
//
// After every call the file is a valid trace that holds all chunks so far, for Weft and for the reference: chunks are
// written before anything points to them, and counts last. A call that fails takes nothing away from what was there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/litl/records.hpp"

namespace weft::litl {

class TraceFile {
 public:
  struct Options {
    std::string process;             // its name, normally that of the file
    std::uint32_t buffer_bytes = 0;  // of recording buffers: no chunk may be larger by more than 86 bytes
    std::string sysinfo = {};        // empty: what uname says
    std::string version = "0.1.9";   // of the library whose place we take
    bool keeps_handle = true;        // else the file is open only during calls, and its name must stay what it is
  };
  using ThreadIndex = std::uint16_t;

  // Replaces whatever has this name. Nothing is written before the first chunk.
  static Result<TraceFile> create(const std::string& path, Options options);

  // Threads known before the first chunk stand in the header, in this order; later ones get a place when their first
  // chunk comes. The order of threads in the file is that of their places. Chunks of threads that are known are written
  // without asking for memory.
  Result<ThreadIndex> add_thread(std::uint64_t tid);
  std::size_t threads() const { return threads_.size(); }

  // `events` are whole events, none of them with mark_code; none at all is not an error and changes nothing.
  Result<> append_chunk(ThreadIndex thread, Bytes events);

  // The process has another name from now on.
  Result<> rename_process(std::string name);

  // Gives every thread a place, and closes the file.
  Result<> finish();

  std::uint64_t bytes() const { return end_; }

 private:
  struct ThreadState {
    std::uint64_t tid = 0;
    std::uint64_t link_at = 0;  // in the file: what to overwrite when the next chunk comes; 0 without a place
  };

  TraceFile(File file, Options options);
  template <class Write>
  Result<> while_open(Write&& write);
  Result<> append_to_open(ThreadIndex thread, Bytes events);
  Result<> write_rest();
  std::uint64_t header_bytes(bool has_empty_chunk) const;
  // `first` is the thread whose chunk has been written already, if any.
  Result<> write_header(std::uint64_t bytes, const ThreadState* first, std::uint64_t first_chunk_at);
  Result<> add_pair(ThreadState& thread, std::uint64_t offset);
  Result<> write_word(std::uint64_t at, std::uint64_t value);

  File file_;
  Options options_;
  std::vector<ThreadState> threads_;
  std::vector<std::byte> scratch_;  // for a header or a table; large enough since a thread was added
  std::uint64_t end_ = 0;           // of the file; 0 before the header is written
  std::uint64_t slot_at_ = 0;       // of the pair that ends the list of threads
  std::uint32_t room_ = 0;          // pairs that fit before it must become a link
  std::uint16_t pairs_ = 0;
};

}  // namespace weft::litl
