// SPDX-License-Identifier: BSD-3-Clause
#include "record/journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "formats/otf2/chunk_writer.hpp"
#include "formats/otf2/record_stream.hpp"
#include "formats/otf2/wire.hpp"
#include "record/writing.hpp"

namespace weft::recording {

Journal::Journal(std::string path, std::size_t chunk_bytes)
    : path_(std::move(path)),
      chunk_bytes_(chunk_bytes),
      buffer_(std::make_unique_for_overwrite<std::byte[]>(chunk_bytes + otf2::slack_bytes)) {
  begin_chunk();
}

void Journal::begin_chunk() {
  synced_ = buffer_.get();
  p_ = otf2::put_chunk_head(buffer_.get(), order(), 1);
  otf2::put_last_event(buffer_.get(), order(), 0);
}

Result<> Journal::next_chunk() {
  std::memset(p_, otf2::end_of_chunk, static_cast<std::size_t>(end() - p_));
  p_ = end();
  WEFT_TRY(sync());
  offset_ += chunk_bytes_;
  begin_chunk();
  return {};
}

Result<> Journal::finish() {
  *p_++ = std::byte{otf2::end_of_file};
  if (p_ < end()) *p_++ = std::byte{otf2::end_of_buffer};
  return sync();
}

Result<> Journal::sync() {
  const Writing writing;
  const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return system_error("cannot write", path_);
  Result<> result;
  while (synced_ < p_ && result) {
    const ssize_t n = ::pwrite(fd, synced_, static_cast<std::size_t>(p_ - synced_),
        static_cast<off_t>(offset_ + static_cast<std::uint64_t>(synced_ - buffer_.get())));
    if (n > 0)
      synced_ += n;
    else if (n == 0 || errno != EINTR)
      result = system_error("cannot write", path_);
  }
  ::close(fd);
  return result;
}

}  // namespace weft::recording
