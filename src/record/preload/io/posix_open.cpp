// SPDX-License-Identifier: BSD-3-Clause
// The calls of POSIX that open, duplicate and close descriptors. Those with arguments that may be missing are defined
// with all of them: they come in registers, and what is not there is not looked at.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/preload/io/call.hpp"

namespace {

using namespace weft::recording;
using io::Key;

constexpr int new_file = O_RDWR | O_CREAT | O_EXCL;

bool creates(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }
bool duplicates_descriptor(int command) { return command == F_DUPFD || command == F_DUPFD_CLOEXEC; }

}  // namespace

WEFT_IO_CALL_AND_64(POSIX, int, open, (const char* path, int flags, mode_t mode), (path, flags, mode),
    at(path).opens(ret, flags).arg(Key::flags, flags).arg_if(creates(flags), Key::mode, mode).arg(Key::ret, ret))
// Variants that DFTracer knows without their result have it if they fail.
WEFT_IO_CALL(POSIX, int, __open_2, (const char* path, int flags), (path, flags),
    at(path).opens(ret, flags).arg(Key::flags, flags).arg_if(ret < 0, Key::ret, ret))
WEFT_IO_CALL(POSIX, int, __open64_2, (const char* path, int flags), (path, flags),
    at(path).opens(ret, flags).arg(Key::flags, flags).arg_if(ret < 0, Key::ret, ret))
WEFT_IO_CALL_AND_64(POSIX, int, creat, (const char* path, mode_t mode), (path, mode),
    at(path).opens(ret, O_WRONLY | O_CREAT | O_TRUNC).arg(Key::mode, mode).arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, int, openat, (int directory, const char* path, int flags, mode_t mode),
    (directory, path, flags, mode),
    at(directory, path)
        .opens(ret, flags)
        .arg(Key::dirfd, directory)
        .arg(Key::flags, flags)
        .path(Key::pathname_hash, path)
        .arg_if(creates(flags), Key::mode, mode)
        .arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, int, openat64, (int directory, const char* path, int flags, mode_t mode),
    (directory, path, flags, mode),
    at(directory, path)
        .opens(ret, flags)
        .path(Key::pathname_hash, path)
        .arg(Key::flags, flags)
        .arg_if(creates(flags), Key::mode, mode)
        .arg_if(ret < 0, Key::ret, ret))
WEFT_IO_CALL(POSIX, int, __openat_2, (int directory, const char* path, int flags), (directory, path, flags),
    at(directory, path)
        .opens(ret, flags)
        .path(Key::path_hash, path)
        .arg(Key::flags, flags)
        .arg_if(ret < 0, Key::ret, ret))
WEFT_IO_CALL(POSIX, int, __openat64_2, (int directory, const char* path, int flags), (directory, path, flags),
    at(directory, path)
        .opens(ret, flags)
        .path(Key::path_hash, path)
        .arg(Key::flags, flags)
        .arg_if(ret < 0, Key::ret, ret))

// The name is complete when the call is over.
WEFT_IO_CALL_AND_64(POSIX, int, mkstemp, (char* path), (path), at(path).opens(ret, new_file).arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(POSIX, int, mkostemp, (char* path, int flags), (path, flags),
    at(path).opens(ret, new_file | flags).arg(Key::flags, flags).arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(
    POSIX, int, mkstemps, (char* path, int ending), (path, ending), at(path).opens(ret, new_file).arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(POSIX, int, mkostemps, (char* path, int ending, int flags), (path, ending, flags),
    at(path).opens(ret, new_file | flags).arg(Key::flags, flags).arg(Key::ret, ret))

WEFT_IO_CLOSING_CALL(POSIX, int, close, (int fd), (fd), fd, on(before).closes().arg(Key::fd, fd).arg(Key::ret, ret))

WEFT_IO_CALL(POSIX, int, dup, (int fd), (fd), on(fd).duplicates(ret))
WEFT_IO_CALL(POSIX, int, fcntl, (int fd, int command, void* argument), (fd, command, argument),
    on(fd).duplicates(duplicates_descriptor(command) ? ret : -1).arg(Key::fd, fd).arg(Key::cmd, command))
WEFT_IO_CALL(POSIX, int, fcntl64, (int fd, int command, void* argument), (fd, command, argument),
    on(fd).duplicates(duplicates_descriptor(command) ? ret : -1).arg(Key::cmd, command))

// What the new number stood for is closed on the way, unless the call fails or both are the same.
#define WEFT_IO_DUPLICATING_CALL(name, parameters, values, flags)                        \
  WEFT_IO_BEGIN(POSIX, int, name, parameters, values)                                    \
  if (!io::is_watching()) return next values;                                            \
  const io::Descriptor replaced = fd != to ? io::take_descriptor(to) : io::Descriptor{}; \
  const weft::Ticks begin = weft_watch_now();                                            \
  const int ret = next values;                                                           \
  if (ret < 0) io::set_descriptor(to, replaced);                                         \
  io::Call(site, begin).on(fd).duplicates(fd != to ? ret : -1, replaced, flags).tell();  \
  return ret;                                                                            \
  }

WEFT_IO_DUPLICATING_CALL(dup2, (int fd, int to), (fd, to), 0)
WEFT_IO_DUPLICATING_CALL(dup3, (int fd, int to, int flags), (fd, to, flags), flags)

WEFT_IO_CALL(POSIX, int, pipe, (int* ends), (ends),
    always().arg_if(ret == 0, Key::read_fd, ends[0]).arg_if(ret == 0, Key::write_fd, ends[1]))
WEFT_IO_CALL(POSIX, int, pipe2, (int* ends, int flags), (ends, flags),
    always().arg_if(ret == 0, Key::read_fd, ends[0]).arg_if(ret == 0, Key::write_fd, ends[1]))

// No events, but descriptors that are gone.
WEFT_IO_BEGIN(POSIX, int, close_range, (unsigned first, unsigned last, int flags), (first, last, flags))
if (io::is_watching() && (static_cast<unsigned>(flags) & CLOSE_RANGE_CLOEXEC) == 0) io::forget_range(first, last);
return next(first, last, flags);
}
WEFT_IO_BEGIN(POSIX, void, closefrom, (int first), (first))
if (io::is_watching()) io::forget_range(first < 0 ? 0 : static_cast<unsigned>(first), ~0u);
return next(first);
}
