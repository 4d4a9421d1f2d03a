// SPDX-License-Identifier: BSD-3-Clause
#include "record/otf2_file.hpp"

#include <fcntl.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "formats/otf2/chunk_writer.hpp"
#include "formats/otf2/record_stream.hpp"

namespace weft::recording {

namespace {

// All of it, at `offset`. 0 or errno.
int write_all(int fd, iovec* parts, int count, std::uint64_t offset) {
  while (count > 0) {
    const ssize_t n = ::pwritev(fd, parts, count, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : ENOSPC;
    offset += static_cast<std::uint64_t>(n);
    auto rest = static_cast<std::size_t>(n);
    for (; count > 0 && rest >= parts->iov_len; ++parts, --count) rest -= parts->iov_len;
    if (count > 0) {
      parts->iov_base = static_cast<char*>(parts->iov_base) + rest;
      parts->iov_len -= rest;
    }
  }
  return 0;
}

// Where handles are few and threads many, others give theirs back in a moment. Where the program has them all, waiting
// is in vain, and done only once.
int open_soon(const char* path) {
  static std::atomic<bool> was_in_vain = false;
  constexpr int most_tries = 100;
  for (int tries = 0;; ++tries) {
    const int fd = ::open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    const bool is_over = fd >= 0 || (errno != EMFILE && errno != ENFILE);
    if (is_over || was_in_vain || tries == most_tries) {
      was_in_vain = !is_over;
      return fd;
    }
    const timespec moment{0, 1'000'000};
    ::nanosleep(&moment, nullptr);
  }
}

}  // namespace

std::byte* Otf2File::begin_chunk(std::byte* chunk) const noexcept {
  return otf2::put_chunk_head(chunk, ByteOrder::little, 0);
}

// The numbers of events are known only now: chunks before this one may have been lost or overwritten.
int Otf2File::write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept {
  otf2::put_chunk_head(chunk, ByteOrder::little, events_ + 1);
  otf2::put_last_event(chunk, ByteOrder::little, events_ + events);
  // Behind what is complete the thread may be writing already, so the end of an unfinished chunk comes from elsewhere.
  std::byte end[] = {std::byte{otf2::end_of_file}, std::byte{otf2::end_of_buffer}};
  iovec parts[] = {{chunk, bytes}, {end, bytes + sizeof end <= chunk_bytes_ ? sizeof end : 1}};
  int count = 2;
  if (ending == Ending::full) {
    std::memset(chunk + bytes, otf2::end_of_chunk, chunk_bytes_ - bytes);
    parts[0].iov_len = chunk_bytes_;
    count = 1;
  }
  const int fd = open_soon(path_.c_str());
  if (fd < 0) return errno;
  const int error = write_all(fd, parts, count, bytes_);
  // Half a chunk, or one that was written so far and could not be completed, is worse than none.
  if (error != 0 && ::ftruncate(fd, static_cast<off_t>(bytes_)) != 0) {
    // Nothing more can be done; repairing the trace will tell.
  }
  ::close(fd);
  if (error == 0 && ending != Ending::so_far) {
    bytes_ += chunk_bytes_;
    events_ += events;
  }
  return error;
}

}  // namespace weft::recording
