// SPDX-License-Identifier: BSD-3-Clause
#include "record/litl_file.hpp"

#include <unistd.h>

#include <cerrno>

#include "record/writing.hpp"

namespace weft::recording {

namespace {

// The file's errors carry a text; callers want a number.
int number_of(const Error& error) { return error.code == Errc::no_space ? ENOSPC : errno != 0 ? errno : EIO; }

std::string name_of_process(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

std::optional<LitlTrace::ThreadIndex> LitlTrace::add_thread(std::uint64_t tid) {
  const OwnedMutex::Lock lock(mutex_);
  if (tids_.size() == litl::most_threads) return std::nullopt;
  tids_.push_back(tid);
  if (file_ && !place_threads()) return std::nullopt;
  return static_cast<ThreadIndex>(tids_.size() - 1);
}

Result<> LitlTrace::open() {
  const Writing writing;
  const OwnedMutex::Lock lock(mutex_);
  return open_locked();
}

Result<> LitlTrace::open_locked() {
  if (file_) return {};
  litl::TraceFile::Options options{.process = name_of_process(path_),
      .buffer_bytes = static_cast<std::uint32_t>(chunk_bytes_),
      .keeps_handle = keeps_handle_};
  file_.emplace(WEFT_TRY(litl::TraceFile::create(path_, std::move(options))));
  return place_threads();
}

// They get their places in the order in which they came, whoever is the first to write.
Result<> LitlTrace::place_threads() {
  while (file_->threads() < tids_.size()) WEFT_TRY(file_->add_thread(tids_[file_->threads()]));
  return {};
}

Result<> LitlTrace::append(ThreadIndex thread, Bytes events) {
  const Writing writing;
  const OwnedMutex::Lock lock(mutex_);
  if (!lock) return Error{Errc::io, "a crash in the middle of writing", path_};
  WEFT_TRY(open_locked());
  is_used_ = true;
  return file_->append_chunk(thread, events);
}

bool LitlTrace::remove_if_unused() {
  const OwnedMutex::Lock lock(mutex_);
  if (is_used_) return false;
  if (file_) ::unlink(path_.c_str());
  return true;
}

Result<> LitlTrace::finish(const LitlNames& names) {
  const Writing writing;
  const OwnedMutex::Lock lock(mutex_);
  if (!file_) return {};
  if (!names.process.empty()) WEFT_TRY(file_->rename_process(names.process));
  if (file_->threads() > 0)
    for (const std::vector<std::byte>& chunk : names.chunks) WEFT_TRY(file_->append_chunk(0, chunk));
  return file_->finish();
}

std::uint64_t LitlTrace::bytes() const {
  const OwnedMutex::Lock lock(mutex_);
  return file_ ? file_->bytes() : 0;
}

int LitlFile::write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept {
  if (!thread_) return EOVERFLOW;
  int error = ENOMEM;
  try {
    errno = 0;
    const auto done = trace_->append(*thread_, {chunk + kept_.bytes, bytes - kept_.bytes});
    error = done ? 0 : number_of(done.error());
  } catch (const std::bad_alloc&) {
  }
  kept_.note({bytes, events}, ending, error);
  return error;
}

}  // namespace weft::recording
