// SPDX-License-Identifier: BSD-3-Clause
// The calls of POSIX about names: what a file is, where it is, whose it is.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utime.h>

#include "record/preload/io/call.hpp"
#include "record/preload/io/paths.hpp"

namespace {

using weft::recording::io::Key;

}  // namespace

WEFT_IO_CALL_AND_64(POSIX, int, stat, (const char* path, void* to), (path, to), at(path))
WEFT_IO_CALL_AND_64(POSIX, int, lstat, (const char* path, void* to), (path, to), at(path))
WEFT_IO_CALL_AND_64(POSIX, int, fstat, (int fd, void* to), (fd, to), on(fd))
WEFT_IO_CALL_AND_64(POSIX, int, fstatat, (int directory, const char* path, void* to, int flags),
    (directory, path, to, flags), at(directory, path).path(Key::path_hash, path).arg(Key::flags, flags))
WEFT_IO_CALL(POSIX, int, statx, (int directory, const char* path, int flags, unsigned mask, void* to),
    (directory, path, flags, mask, to), at(directory, path).path(Key::path_hash, path).arg(Key::flags, flags))
// Those of programs that were linked with an older library.
WEFT_IO_CALL_AND_64(POSIX, int, __xstat, (int version, const char* path, void* to), (version, path, to), at(path))
WEFT_IO_CALL_AND_64(POSIX, int, __lxstat, (int version, const char* path, void* to), (version, path, to), at(path))
WEFT_IO_CALL_AND_64(POSIX, int, __fxstat, (int version, int fd, void* to), (version, fd, to), on(fd).arg(Key::fd, fd))
WEFT_IO_CALL_AND_64(POSIX, int, __fxstatat, (int version, int directory, const char* path, void* to, int flags),
    (version, directory, path, to, flags), at(directory, path).path(Key::path_hash, path).arg(Key::flags, flags))
WEFT_IO_CALL_AND_64(POSIX, int, statvfs, (const char* path, void* to), (path, to), at(path))
WEFT_IO_CALL_AND_64(POSIX, int, fstatvfs, (int fd, void* to), (fd, to), on(fd))

WEFT_IO_CALL(POSIX, int, access, (const char* path, int mode), (path, mode), at(path))
WEFT_IO_CALL(POSIX, int, faccessat, (int directory, const char* path, int mode, int flags),
    (directory, path, mode, flags), at(directory, path).arg(Key::fd, directory))
WEFT_IO_CALL(POSIX, int, chmod, (const char* path, mode_t mode), (path, mode), at(path).arg(Key::mode, mode))
WEFT_IO_CALL(POSIX, int, fchmod, (int fd, mode_t mode), (fd, mode), on(fd).arg(Key::mode, mode))
WEFT_IO_CALL(POSIX, int, fchmodat, (int directory, const char* path, mode_t mode, int flags),
    (directory, path, mode, flags),
    at(directory, path).path(Key::pathname_hash, path).arg(Key::mode, mode).arg(Key::flags, flags))
WEFT_IO_CALL(POSIX, int, chown, (const char* path, uid_t owner, gid_t group), (path, owner, group),
    at(path).arg(Key::owner, owner).arg(Key::group, group))
WEFT_IO_CALL(POSIX, int, lchown, (const char* path, uid_t owner, gid_t group), (path, owner, group),
    at(path).arg(Key::owner, owner).arg(Key::group, group))
WEFT_IO_CALL(POSIX, int, fchown, (int fd, uid_t owner, gid_t group), (fd, owner, group),
    on(fd).arg(Key::owner, owner).arg(Key::group, group))
WEFT_IO_CALL(POSIX, int, fchownat, (int directory, const char* path, uid_t owner, gid_t group, int flags),
    (directory, path, owner, group, flags),
    at(directory, path)
        .path(Key::pathname_hash, path)
        .arg(Key::owner, owner)
        .arg(Key::group, group)
        .arg(Key::flags, flags))
WEFT_IO_CALL(POSIX, int, utime, (const char* path, const utimbuf* times), (path, times), at(path))
WEFT_IO_CALL(POSIX, mode_t, umask, (mode_t mask), (mask), always())

WEFT_IO_CALL(POSIX, int, mkdir, (const char* path, mode_t mode), (path, mode), at(path).arg(Key::mode, mode))
WEFT_IO_CALL(POSIX, int, mkdirat, (int directory, const char* path, mode_t mode), (directory, path, mode),
    at(directory, path).path(Key::pathname_hash, path).arg(Key::mode, mode))
WEFT_IO_CALL(POSIX, int, mkfifo, (const char* path, mode_t mode), (path, mode), at(path).arg(Key::mode, mode))
WEFT_IO_CALL(POSIX, int, mknod, (const char* path, mode_t mode, dev_t device), (path, mode, device),
    at(path).arg(Key::mode, mode))
WEFT_IO_CALL(POSIX, int, __xmknod, (int version, const char* path, mode_t mode, dev_t* device),
    (version, path, mode, device), at(path).arg(Key::mode, mode))
WEFT_IO_CALL(POSIX, int, rmdir, (const char* path), (path), at(path))
WEFT_IO_CALL(POSIX, int, unlink, (const char* path), (path), at(path).removes(ret))
WEFT_IO_CALL(POSIX, int, unlinkat, (int directory, const char* path, int flags), (directory, path, flags),
    at(directory, path)
        .removes((flags & AT_REMOVEDIR) != 0 ? -1 : ret)
        .path(Key::pathname_hash, path)
        .arg(Key::flags, flags))
WEFT_IO_CALL(POSIX, int, remove, (const char* path), (path), at(path).removes(ret))

WEFT_IO_CALL(POSIX, int, link, (const char* path, const char* to), (path, to), at(path).path(Key::newpath_hash, to))
WEFT_IO_CALL(POSIX, int, linkat, (int directory, const char* path, int to_directory, const char* to, int flags),
    (directory, path, to_directory, to, flags),
    at(directory, path)
        .arg(Key::fd1, directory)
        .arg(Key::fd2, to_directory)
        .path(Key::path2_hash, to_directory, to)
        .arg(Key::flag, flags)
        .arg(Key::ret, ret))
WEFT_IO_CALL(POSIX, int, symlink, (const char* path, const char* to), (path, to), at(path).path(Key::path2_hash, to))
WEFT_IO_CALL(POSIX, int, symlinkat, (const char* path, int directory, const char* to), (path, directory, to),
    at(path).arg(Key::fd, directory).path(Key::path2_hash, directory, to))
WEFT_IO_CALL(POSIX, int, rename, (const char* path, const char* to), (path, to), at(path).path(Key::newpath_hash, to))
WEFT_IO_CALL(POSIX, int, renameat, (int directory, const char* path, int to_directory, const char* to),
    (directory, path, to_directory, to),
    at(directory, path).path(Key::oldpath_hash, path).path(Key::newpath_hash, to_directory, to))
WEFT_IO_CALL(POSIX, int, renameat2, (int directory, const char* path, int to_directory, const char* to, unsigned flags),
    (directory, path, to_directory, to, flags),
    at(directory, path).path(Key::oldpath_hash, path).path(Key::newpath_hash, to_directory, to).arg(Key::flags, flags))
WEFT_IO_CALL(POSIX, ssize_t, readlink, (const char* path, char* to, size_t room), (path, to, room),
    at(path).arg(Key::bufsize, room))
WEFT_IO_CALL(POSIX, ssize_t, __readlink_chk, (const char* path, char* to, size_t room, size_t size),
    (path, to, room, size), at(path).arg(Key::bufsize, room))
WEFT_IO_CALL(POSIX, ssize_t, readlinkat, (int directory, const char* path, char* to, size_t room),
    (directory, path, to, room),
    at(directory, path)
        .arg(Key::fd, directory)
        .arg(Key::bufsize, room)
        .text(Key::path, directory == AT_FDCWD ? nullptr : path))
WEFT_IO_CALL(POSIX, ssize_t, __readlinkat_chk, (int directory, const char* path, char* to, size_t room, size_t size),
    (directory, path, to, room, size), at(directory, path).path(Key::path_hash, path).arg(Key::bufsize, room))

WEFT_IO_CALL(POSIX, char*, realpath, (const char* path, char* to), (path, to), at(path))
WEFT_IO_CALL(POSIX, char*, __realpath_chk, (const char* path, char* to, size_t size), (path, to, size), at(path))
WEFT_IO_CALL(
    POSIX, char*, getcwd, (char* to, size_t size), (to, size), always().arg(Key::size, size).path(Key::ret_hash, ret))
WEFT_IO_CALL(POSIX, char*, __getcwd_chk, (char* to, size_t size, size_t room), (to, size, room),
    always().arg(Key::size, size).path(Key::ret_hash, ret))
WEFT_IO_CALL(POSIX, int, chdir, (const char* path), (path), at(path).leads_elsewhere())
WEFT_IO_BEGIN(POSIX, int, fchdir, (int fd), (fd))
weft::recording::io::forget_directory();
const int ret = next(fd);
weft::recording::io::forget_directory();
return ret;
}
WEFT_IO_CALL(POSIX, long, sysconf, (int name), (name), always().arg(Key::name, name).arg(Key::ret, ret))

WEFT_IO_CALL(POSIX, DIR*, opendir, (const char* path), (path), at(path).opens(ret))
WEFT_IO_CLOSING_CALL(
    POSIX, int, closedir, (DIR * directory), (directory), directory ? ::dirfd(directory) : -1, on(before).closes())
WEFT_IO_CALL_AND_64(POSIX, void*, readdir, (DIR * directory), (directory), on(directory))
WEFT_IO_VOID_CALL(POSIX, rewinddir, (DIR * directory), (directory), on(directory))
WEFT_IO_CALL(POSIX, int, dirfd, (DIR * directory), (directory), always().arg(Key::ret, ret))
