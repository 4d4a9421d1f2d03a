// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_file.hpp"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <exception>

#include "base/zlib_stream.hpp"
#include "record/dftracer_program.hpp"
#include "record/no_cancel.hpp"
#include "record/whole_writes.hpp"

namespace weft::recording {

namespace {

// Somebody who waits longer than any write takes has interrupted the thread that writes: in a crash, say.
std::unique_lock<std::mutex> locked_soon(std::mutex& mutex) {
  const NoCancel no_cancel;
  constexpr int most_tries = 50'000;
  constexpr timespec moment{0, 100'000};
  std::unique_lock lock(mutex, std::try_to_lock);
  for (int tries = 0; !lock && tries < most_tries; ++tries) {
    ::nanosleep(&moment, nullptr);
    (void)lock.try_lock();
  }
  return lock;
}

std::string host_name() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace

DftracerTrace::DftracerTrace(
    Dictionary& dictionary, DftracerStyle style, bool is_compressed, const Moment& begin, Ticks (*now)())
    : style_(std::move(style)),
      is_compressed_(is_compressed),
      host_(host_name()),
      pid_(static_cast<std::uint64_t>(::getpid())),
      now_(now),
      lines_(dictionary, pid_, host_, begin.real - begin.ticks, style_) {}

// The name that was chosen, or the first that nobody has: two processes never share a file.
Result<> DftracerTrace::create() {
  const DftracerPlace place{style_.prefix, style_.mode, is_compressed_};
  const std::string program = dftracer_program(command_line_);
  for (unsigned number = style_.first_choice.empty() ? 1 : 0;; ++number) {
    path_ = number == 0 ? style_.first_choice
                        : dftracer_path(place, program, host_, style_.number.value_or(pid_), number);
    const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST) continue;
    if (fd < 0) return system_error("cannot create", path_);
    ::close(fd);
    return {};
  }
}

Result<> DftracerTrace::begin(const std::vector<std::string>& command_line) {
  command_line_ = command_line;
  WEFT_TRY(create());
  bytes_ = 0;
  lines_.begin(command_line_, now_());
  errno = write_lines();
  if (errno != 0) return system_error("cannot write", path_);
  return {};
}

// Every write that is compressed is a member of its own.
int DftracerTrace::write_lines() noexcept {
  const std::string_view text = lines_.text();
  if (text.empty()) return 0;
  iovec part{const_cast<char*>(text.data()), text.size()};
  int error = 0;
  if (is_compressed_) {
    compressed_.clear();
    if (!append_gzip_member(std::as_bytes(std::span(text)), usual_level, compressed_)) error = ENOMEM;
    part = {compressed_.data(), compressed_.size()};
  }
  if (error == 0) error = write_whole(path_, std::span(&part, 1), bytes_);
  if (error == 0) bytes_ += part.iov_len;
  lines_.clear(error == 0);
  return error;
}

int DftracerTrace::append(ThreadState& thread, Bytes rows, ThreadFile::Ending ending) noexcept {
  const auto lock = locked_soon(mutex_);
  if (!lock) return EBUSY;
  try {
    ThreadState after = thread;
    lines_.add(after, rows, ending == ThreadFile::Ending::full);
    if (ending == ThreadFile::Ending::last) lines_.close(after, now_());
    if (const int error = write_lines()) return error;
    closed_ += after.closed - thread.closed;
    unpaired_ += after.unpaired - thread.unpaired;
    thread = std::move(after);
    return 0;
  } catch (const std::bad_alloc&) {
    lines_.clear(false);
    return ENOMEM;
  }
}

int DftracerTrace::end(std::uint64_t lost, std::uint64_t overwritten) noexcept {
  const auto lock = locked_soon(mutex_);
  if (!lock) return EBUSY;
  bytes_before_end_ = bytes_;
  id_before_end_ = lines_.last_id();
  try {
    lines_.end(now_(), {lost + unpaired_, overwritten, closed_}, path_);
    return write_lines();
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

bool DftracerTrace::remove_if_empty() noexcept {
  const auto lock = locked_soon(mutex_);
  if (!lock || style_.keeps_empty || lines_.has_events()) return false;
  is_removed_ = true;
  ::unlink(path_.c_str());
  return true;
}

void DftracerTrace::resume() noexcept {
  const auto lock = locked_soon(mutex_);
  if (lock && std::exchange(is_removed_, false)) {
    lines_.set_last_id(0);
    try {
      (void)begin(command_line_).has_value();
    } catch (const std::exception&) {
      // Writes will fail, and be told.
    }
    return;
  }
  if (!lock || bytes_before_end_ == 0 || ::truncate(path_.c_str(), static_cast<off_t>(bytes_before_end_)) != 0) return;
  bytes_ = std::exchange(bytes_before_end_, 0);
  lines_.set_last_id(id_before_end_);
}

int DftracerFile::write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept {
  const int error = trace_->append(thread_, {chunk + kept_.bytes, bytes - kept_.bytes}, ending);
  kept_.note({bytes, events}, ending, error);
  return error;
}

}  // namespace weft::recording
