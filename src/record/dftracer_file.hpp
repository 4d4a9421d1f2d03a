// SPDX-License-Identifier: BSD-3-Clause
// DftracerTrace: the file of one process that is recorded as DFTracer's lines, which all its threads share;
// DftracerFile: what one of them sees of it. Whole lines are appended, in members of gzip if they are compressed, so
// the file can be read after every chunk.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "record/clock.hpp"
#include "record/dftracer_lines.hpp"
#include "record/dftracer_style.hpp"
#include "record/thread_file.hpp"

namespace weft::recording {

class DftracerTrace {
 public:
  using ThreadState = DftracerLines::ThreadState;

  // `begin` is this moment by a clock whose ticks are nanoseconds, `now` reads that clock.
  DftracerTrace(Dictionary& dictionary, DftracerStyle style, bool is_compressed, const Moment& begin, Ticks (*now)());

  const std::string& path() const { return path_; }

  // Creates the file, and says who this is.
  Result<> begin(const std::vector<std::string>& command_line);
  // 0 or errno; then neither the file nor `thread` has changed.
  int append(ThreadState& thread, Bytes rows, ThreadFile::Ending ending) noexcept;
  // Says that this is the end; `resume` takes it back.
  int end(std::uint64_t lost, std::uint64_t overwritten) noexcept;
  void resume() noexcept;
  // A file that says only who this is, where such files are not kept; whether it was one. `resume` makes it again.
  bool remove_if_empty() noexcept;

 private:
  int write_lines() noexcept;
  Result<> create();

  DftracerStyle style_;
  bool is_compressed_;
  std::string host_;
  std::uint64_t pid_;
  Ticks (*now_)();
  std::string path_;
  std::vector<std::string> command_line_;
  bool is_removed_ = false;
  std::mutex mutex_;  // of what follows
  DftracerLines lines_;
  std::vector<std::byte> compressed_;
  std::uint64_t bytes_ = 0;
  std::uint64_t bytes_before_end_ = 0;
  std::int64_t id_before_end_ = 0;
  std::uint64_t closed_ = 0;
  std::uint64_t unpaired_ = 0;
};

class DftracerFile final : public ThreadFile {
 public:
  DftracerFile(std::shared_ptr<DftracerTrace> trace, std::uint64_t tid) : trace_(std::move(trace)), thread_{tid, {}} {}

  const std::string& path() const override { return trace_->path(); }
  std::byte* begin_chunk(std::byte* chunk) const noexcept override { return chunk; }
  int write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept override;
  Part kept() const noexcept override { return kept_; }
  Part leave_rest() noexcept override { return std::exchange(kept_, {}); }

 private:
  std::shared_ptr<DftracerTrace> trace_;
  DftracerTrace::ThreadState thread_;
  Part kept_;
};

}  // namespace weft::recording
