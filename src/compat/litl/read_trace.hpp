// SPDX-License-Identifier: BSD-3-Clause
// ReadTrace, ReadProcess, ReadThread: a trace that is read, behind the structures of LiTL, which programs look into.
// Events lie in the mapped file; nothing is loaded, however large the buffers of the recorder were.
#pragma once

#include <litl_read.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "formats/litl/reader.hpp"
#include "formats/litl/turns.hpp"

namespace weft::litl::compat {

class ReadThread final : public litl_read_thread_t {
 public:
  ReadThread(const litl::TraceReader& reader, const litl::Process& process, const litl::Thread& thread);

  // The next event, which cur_event then is; false at the end, also at damage.
  bool next();
  void rewind();

 private:
  litl_t* place(const litl::NativeEvent& event);
  void show_chunk(std::uint64_t at);

  const litl::TraceReader& reader_;
  const litl::Process& process_;
  const litl::Thread& thread_;
  litl_thread_pair_t pair_;
  litl::EventCursor cursor_;
  std::uint64_t chunk_ = 0;  // in the body
  std::vector<std::byte> copy_;
};

class ReadProcess final : public litl_read_process_t {
 public:
  // The `place`th of its trace; `first_left` is the first that may have more events.
  ReadProcess(
      const litl::TraceReader& reader, const litl::Process& process, std::size_t place, std::size_t& first_left);

  litl_read_event_t* next();
  litl_read_event_t* next_of(ReadThread& thread);
  void rewind();

 private:
  void start();
  void queue_all();
  void queue_again();

  const std::size_t place_;
  std::size_t& first_left_;
  litl_process_header_t header_;
  std::vector<std::unique_ptr<ReadThread>> owned_;
  std::vector<litl_read_thread_t*> shown_;
  litl::Turns turns_;
  bool is_reordered_ = false;  // somebody took events of single threads
};

class ReadTrace final : public litl_read_trace_t {
 public:
  static Result<std::unique_ptr<ReadTrace>> open(const std::string& path);

  void make_processes();
  litl_read_event_t* next();

 private:
  ReadTrace() = default;

  Report report_;
  std::unique_ptr<litl::TraceReader> reader_;
  litl_general_header_t header_;
  std::vector<std::unique_ptr<ReadProcess>> owned_;
  std::vector<litl_read_process_t*> shown_;
  std::size_t first_left_ = 0;
};

}  // namespace weft::litl::compat
