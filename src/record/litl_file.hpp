// SPDX-License-Identifier: BSD-3-Clause
// LitlTrace: the trace of one process that is recorded as LiTL, which all its threads share; LitlFile: what one of them
// sees of it. The file is a valid trace after every chunk. The traces of a run become one archive, with a mapping
// beside it that says what the codes mean.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "formats/litl/trace_file.hpp"
#include "record/thread_file.hpp"

namespace weft::recording {

class LitlTrace {
 public:
  LitlTrace(std::string path, std::uint64_t chunk_bytes) : path_(std::move(path)), chunk_bytes_(chunk_bytes) {}

  const std::string& path() const { return path_; }
  // 0 or errno. `thread` is the number of a thread once it has one.
  int append(std::optional<litl::TraceFile::ThreadIndex>& thread, std::uint64_t tid, Bytes events) noexcept;
  Result<> finish();

 private:
  std::string path_;
  std::uint64_t chunk_bytes_;
  std::mutex mutex_;
  std::optional<litl::TraceFile> file_;
};

class LitlFile final : public ThreadFile {
 public:
  LitlFile(std::shared_ptr<LitlTrace> trace, std::uint64_t tid) : trace_(std::move(trace)), tid_(tid) {}

  const std::string& path() const override { return trace_->path(); }
  std::byte* begin_chunk(std::byte* chunk) const noexcept override { return chunk; }
  int write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept override;

 private:
  std::shared_ptr<LitlTrace> trace_;
  std::uint64_t tid_;
  std::optional<litl::TraceFile::ThreadIndex> thread_;
  std::size_t done_ = 0;  // bytes of the chunk at hand that are in the file already
};

// PATH.trace from the traces in the directory PATH, which is removed; those of processes that were killed are valid,
// too.
Result<> complete_litl_run(const std::string& path);

}  // namespace weft::recording
