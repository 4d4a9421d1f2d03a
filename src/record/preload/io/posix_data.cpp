// SPDX-License-Identifier: BSD-3-Clause
// The calls of POSIX that move data and change the size of files. Names with 64 take the same arguments here: offsets
// have 64 bits.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "record/preload/io/call.hpp"

static_assert(sizeof(off_t) == sizeof(off64_t));

namespace {

using weft::recording::io::Key;

std::uint64_t bytes_of(const iovec* parts, int count) {
  std::uint64_t bytes = 0;
  for (int i = 0; i < count; ++i) bytes += parts[i].iov_len;
  return bytes;
}

}  // namespace

WEFT_IO_CALL(POSIX, ssize_t, read, (int fd, void* to, size_t count), (fd, to, count),
    on(fd).reads(count, ret).arg(Key::fd, fd).arg(Key::count, count).arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, ssize_t, __read_chk, (int fd, void* to, size_t count, size_t room), (fd, to, count, room),
    on(fd).reads(count, ret).arg(Key::count, count).arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, ssize_t, write, (int fd, const void* from, size_t count), (fd, from, count),
    on(fd).writes(count, ret).arg(Key::fd, fd).arg(Key::count, count).arg(Key::ret, ret))

WEFT_IO_CALL_AND_64(POSIX, ssize_t, pread, (int fd, void* to, size_t count, off_t offset), (fd, to, count, offset),
    on(fd)
        .reads(count, ret)
        .from(offset)
        .arg(Key::fd, fd)
        .arg(Key::count, count)
        .arg(Key::offset, offset)
        .arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, ssize_t, __pread_chk, (int fd, void* to, size_t count, off_t offset, size_t room),
    (fd, to, count, offset, room),
    on(fd).reads(count, ret).from(offset).arg(Key::count, count).arg(Key::offset, offset).arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, ssize_t, __pread64_chk, (int fd, void* to, size_t count, off_t offset, size_t room),
    (fd, to, count, offset, room),
    on(fd).reads(count, ret).from(offset).arg(Key::count, count).arg(Key::offset, offset).arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(POSIX, ssize_t, pwrite, (int fd, const void* from, size_t count, off_t offset),
    (fd, from, count, offset),
    on(fd)
        .writes(count, ret)
        .from(offset)
        .arg(Key::fd, fd)
        .arg(Key::count, count)
        .arg(Key::offset, offset)
        .arg(Key::ret, ret))

WEFT_IO_CALL(POSIX, ssize_t, readv, (int fd, const iovec* parts, int count), (fd, parts, count),
    on(fd).reads(bytes_of(parts, count), ret).arg(Key::iovcnt, count).arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, ssize_t, writev, (int fd, const iovec* parts, int count), (fd, parts, count),
    on(fd).writes(bytes_of(parts, count), ret).arg(Key::iovcnt, count).arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(POSIX, ssize_t, preadv, (int fd, const iovec* parts, int count, off_t offset),
    (fd, parts, count, offset),
    on(fd)
        .reads(bytes_of(parts, count), ret)
        .from(offset)
        .arg(Key::iovcnt, count)
        .arg(Key::offset, offset)
        .arg(Key::ret, ret))
WEFT_IO_CALL_AND_64(POSIX, ssize_t, pwritev, (int fd, const iovec* parts, int count, off_t offset),
    (fd, parts, count, offset),
    on(fd)
        .writes(bytes_of(parts, count), ret)
        .from(offset)
        .arg(Key::iovcnt, count)
        .arg(Key::offset, offset)
        .arg(Key::ret, ret))

// With an offset of -1 these go on where the last one ended, which is then not known.
WEFT_IO_CALL(POSIX, ssize_t, preadv2, (int fd, const iovec* parts, int count, off_t offset, int flags),
    (fd, parts, count, offset, flags),
    on(fd)
        .reads(bytes_of(parts, count), ret)
        .from(offset)
        .arg(Key::iovcnt, count)
        .arg(Key::offset, offset)
        .arg(Key::ret, ret))
WEFT_IO_CALL_AS(POSIX, ssize_t, preadv64v2, preadv2, (int fd, const iovec* parts, int count, off_t offset, int flags),
    (fd, parts, count, offset, flags),
    on(fd)
        .reads(bytes_of(parts, count), ret)
        .from(offset)
        .arg(Key::iovcnt, count)
        .arg(Key::offset, offset)
        .arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, ssize_t, pwritev2, (int fd, const iovec* parts, int count, off_t offset, int flags),
    (fd, parts, count, offset, flags),
    on(fd)
        .writes(bytes_of(parts, count), ret)
        .from(offset)
        .arg(Key::iovcnt, count)
        .arg(Key::offset, offset)
        .arg(Key::ret, ret))
WEFT_IO_CALL_AS(POSIX, ssize_t, pwritev64v2, pwritev2, (int fd, const iovec* parts, int count, off_t offset, int flags),
    (fd, parts, count, offset, flags),
    on(fd)
        .writes(bytes_of(parts, count), ret)
        .from(offset)
        .arg(Key::iovcnt, count)
        .arg(Key::offset, offset)
        .arg(Key::ret, ret))

// Two descriptors: the file is the one the specification names, and the other one has a key of its own.
WEFT_IO_CALL_AND_64(POSIX, ssize_t, sendfile, (int out, int in, off_t* offset, size_t count), (out, in, offset, count),
    on(out, in)
        .writes(count, ret)
        .from_anywhere()
        .arg(Key::in_fd, in)
        .arg(Key::count, count)
        .arg(Key::ret, ret)
        .file(Key::in_hash, in))
WEFT_IO_CALL(POSIX, ssize_t, copy_file_range,
    (int in, off_t* in_offset, int out, off_t* out_offset, size_t length, unsigned flags),
    (in, in_offset, out, out_offset, length, flags),
    on(in, out)
        .reads(length, ret)
        .from_anywhere()
        .arg(Key::fd_out, out)
        .arg(Key::len, length)
        .arg(Key::ret, ret)
        .file(Key::out_hash, out))

WEFT_IO_CALL_AND_64(POSIX, off_t, lseek, (int fd, off_t offset, int whence), (fd, offset, whence),
    on(fd)
        .seeks(offset, whence, ret)
        .arg(Key::fd, fd)
        .arg(Key::offset, offset)
        .arg(Key::whence, whence)
        .arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, int, fsync, (int fd), (fd), on(fd).flushes().arg(Key::fd, fd))
WEFT_IO_CALL(POSIX, int, fdatasync, (int fd), (fd), on(fd).flushes().arg(Key::fd, fd))

WEFT_IO_CALL(
    POSIX, int, ftruncate, (int fd, off_t length), (fd, length), on(fd).arg(Key::fd, fd).arg(Key::length, length))
WEFT_IO_CALL(POSIX, int, ftruncate64, (int fd, off_t length), (fd, length), on(fd).arg(Key::length, length))
WEFT_IO_CALL_AND_64(
    POSIX, int, truncate, (const char* path, off_t length), (path, length), at(path).arg(Key::length, length))
WEFT_IO_CALL_AND_64(POSIX, int, posix_fadvise, (int fd, off_t offset, off_t length, int advice),
    (fd, offset, length, advice), on(fd).arg(Key::offset, offset).arg(Key::len, length))
WEFT_IO_CALL_AND_64(POSIX, int, posix_fallocate, (int fd, off_t offset, off_t length), (fd, offset, length),
    on(fd).arg(Key::offset, offset).arg(Key::len, length))
WEFT_IO_CALL(POSIX, int, flock, (int fd, int operation), (fd, operation),
    on(fd).arg(Key::operation, operation).arg(Key::ret, ret))

WEFT_IO_CALL_AND_64(POSIX, void*, mmap, (void* address, size_t length, int prot, int flags, int fd, off_t offset),
    (address, length, prot, flags, fd, offset),
    on(fd)
        .arg(Key::fd, fd)
        .arg(Key::length, length)
        .arg(Key::flags, flags)
        .arg(Key::offset, offset)
        .arg(Key::address, ret))
WEFT_IO_CALL(POSIX, int, munmap, (void* address, size_t length), (address, length),
    always().arg(Key::address, address).arg(Key::len, length))
WEFT_IO_CALL(POSIX, int, mlock, (const void* address, size_t length), (address, length),
    always().arg(Key::address, address).arg(Key::len, length))
WEFT_IO_CALL(POSIX, int, munlock, (const void* address, size_t length), (address, length),
    always().arg(Key::address, address).arg(Key::len, length))
WEFT_IO_CALL(POSIX, int, msync, (void* address, size_t length, int flags), (address, length, flags),
    always().flushes().arg(Key::address, address).arg(Key::len, length).arg(Key::flags, flags))
WEFT_IO_CALL(POSIX, int, madvise, (void* address, size_t length, int advice), (address, length, advice),
    always().arg(Key::address, address).arg(Key::length, length).arg(Key::advice, advice))
WEFT_IO_CALL(POSIX, int, mprotect, (void* address, size_t length, int prot), (address, length, prot),
    always().arg(Key::address, address).arg(Key::length, length).arg(Key::prot, prot))
WEFT_IO_CALL(POSIX, int, mlockall, (int flags), (flags), always().arg(Key::flags, flags))
WEFT_IO_CALL(POSIX, int, munlockall, (), (), always())
