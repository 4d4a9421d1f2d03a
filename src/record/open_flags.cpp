// SPDX-License-Identifier: BSD-3-Clause
#include "record/open_flags.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <span>

namespace weft::recording {

namespace {

template <class Flag>
struct Pair {
  int system;
  Flag ours;
};

// Some flags of the system contain others: O_SYNC is O_DSYNC and more.
template <class Flag>
Flag translated(int flags, std::span<const Pair<Flag>> pairs) {
  auto result = static_cast<std::uint32_t>(Flag::none);
  for (const auto& [system, ours] : pairs)
    if (system != 0 && (flags & system) == system) result |= static_cast<std::uint32_t>(ours);
  return static_cast<Flag>(result);
}

using Creation = IoCreationFlag;
constexpr Pair<Creation> creations[] = {{O_CREAT, Creation::create}, {O_TRUNC, Creation::truncate},
    {O_DIRECTORY, Creation::directory}, {O_EXCL, Creation::exclusive}, {O_NOCTTY, Creation::no_controlling_terminal},
    {O_NOFOLLOW, Creation::no_follow}, {O_PATH, Creation::path}, {O_TMPFILE, Creation::temporary_file},
    {O_LARGEFILE, Creation::largefile}};
using Status = IoStatusFlag;
constexpr Pair<Status> statuses[] = {{O_CLOEXEC, Status::close_on_exec}, {O_APPEND, Status::append},
    {O_NONBLOCK, Status::non_blocking}, {O_ASYNC, Status::async}, {O_SYNC, Status::sync}, {O_DSYNC, Status::data_sync},
    {O_DIRECT, Status::avoid_caching}, {O_NOATIME, Status::no_access_time}};

}  // namespace

IoAccessMode access_mode(int flags) {
  switch (flags & O_ACCMODE) {
    case O_WRONLY:
      return IoAccessMode::write_only;
    case O_RDWR:
      return IoAccessMode::read_write;
    default:
      return IoAccessMode::read_only;
  }
}

IoCreationFlag creation_flags(int flags) { return translated<Creation>(flags, creations); }
IoStatusFlag status_flags(int flags) { return translated<Status>(flags, statuses); }

IoSeekOption seek_option(int whence) {
  switch (whence) {
    case SEEK_CUR:
      return IoSeekOption::from_current;
    case SEEK_END:
      return IoSeekOption::from_end;
    case SEEK_DATA:
      return IoSeekOption::data;
    case SEEK_HOLE:
      return IoSeekOption::hole;
    default:
      return IoSeekOption::from_start;
  }
}

}  // namespace weft::recording
