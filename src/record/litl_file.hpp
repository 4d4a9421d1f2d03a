// SPDX-License-Identifier: BSD-3-Clause
// LitlTrace: the trace of one process that is recorded as LiTL, which all its threads share; LitlFile: what one of them
// sees of it. The file is a valid trace after every chunk, and its threads are in the order in which they came.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/litl/trace_file.hpp"
#include "record/litl_names.hpp"
#include "record/owned_mutex.hpp"
#include "record/thread_file.hpp"

namespace weft::recording {

class LitlTrace {
 public:
  // Where no handle is kept, a program may close all that it finds, and the path must stay what it is.
  LitlTrace(std::string path, std::uint64_t chunk_bytes, bool keeps_handle = false)
      : path_(std::move(path)), chunk_bytes_(chunk_bytes), keeps_handle_(keeps_handle) {}

  const std::string& path() const { return path_; }
  // As long as there is no file.
  void set_path(std::string path) { path_ = std::move(path); }

  using ThreadIndex = litl::TraceFile::ThreadIndex;
  // Nothing if there are as many as a trace can hold.
  std::optional<ThreadIndex> add_thread(std::uint64_t tid);

  // Creates the file, if it is not there yet. Then chunks are written without asking for memory.
  Result<> open();
  // A file that nobody has written to, or none; whether it was one.
  bool remove_if_unused();
  Result<> append(ThreadIndex thread, Bytes events);
  // With what is to be said of names, in the first thread.
  Result<> finish(const LitlNames& names = {});
  std::uint64_t bytes() const;

 private:
  Result<> open_locked();
  Result<> place_threads();

  std::string path_;
  std::uint64_t chunk_bytes_;
  bool keeps_handle_;
  mutable OwnedMutex mutex_;
  std::vector<std::uint64_t> tids_;
  std::optional<litl::TraceFile> file_;
  bool is_used_ = false;
};

class LitlFile final : public ThreadFile {
 public:
  LitlFile(std::shared_ptr<LitlTrace> trace, std::uint64_t tid)
      : trace_(std::move(trace)), thread_(trace_->add_thread(tid)) {}

  const std::string& path() const override { return trace_->path(); }
  std::byte* begin_chunk(std::byte* chunk) const noexcept override { return chunk; }
  int write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept override;
  Part kept() const noexcept override { return kept_; }
  Part leave_rest() noexcept override { return std::exchange(kept_, {}); }

 private:
  std::shared_ptr<LitlTrace> trace_;
  std::optional<LitlTrace::ThreadIndex> thread_;
  Part kept_;
};

}  // namespace weft::recording
