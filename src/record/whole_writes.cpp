// SPDX-License-Identifier: BSD-3-Clause
#include "record/whole_writes.hpp"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "record/writing.hpp"

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
    const bool is_decided = fd >= 0 || (errno != EMFILE && errno != ENFILE);
    if (is_decided || was_in_vain || tries == most_tries) {
      was_in_vain = !is_decided;
      return fd;
    }
    const timespec moment{0, 1'000'000};
    ::nanosleep(&moment, nullptr);
  }
}

}  // namespace

int write_whole(const std::string& path, std::span<iovec> parts, std::uint64_t offset) noexcept {
  const Writing writing;
  const int fd = open_soon(path.c_str());
  if (fd < 0) return errno;
  const int error = write_all(fd, parts.data(), static_cast<int>(parts.size()), offset);
  if (error != 0 && ::ftruncate(fd, static_cast<off_t>(offset)) != 0) {
    // Nothing more can be done; repairing the trace will tell.
  }
  ::close(fd);
  return error;
}

}  // namespace weft::recording
