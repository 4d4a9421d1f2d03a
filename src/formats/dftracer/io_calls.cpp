// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/io_calls.hpp"

#include <algorithm>
#include <iterator>

namespace weft::dftracer {

// Short words of their own for the table.
namespace calls {

struct Known {
  std::string_view name;
  IoCall call;
};

constexpr IoCall metadata{IoClass::metadata};
constexpr IoCall sync{IoClass::sync};
constexpr IoCall process{IoClass::process};
constexpr IoCall opening{IoClass::metadata, BytesIn::nothing, IoPlacing::opens};
constexpr IoCall closing{IoClass::metadata, BytesIn::nothing, IoPlacing::closes};
constexpr IoCall seeking{IoClass::metadata, BytesIn::nothing, IoPlacing::moves};
constexpr IoCall reading(BytesIn bytes, IoPlacing placing) { return {IoClass::read, bytes, placing}; }
constexpr IoCall writing(BytesIn bytes, IoPlacing placing) { return {IoClass::write, bytes, placing}; }

// In the order of their names.
constexpr Known known[] = {
    {"_exit", process},
    {"access", metadata},
    {"chdir", metadata},
    {"chmod", metadata},
    {"chown", metadata},
    {"close", closing},
    {"closedir", metadata},
    {"copy_file_range", {IoClass::read, BytesIn::ret, IoPlacing::unknown, "out_hash"}},
    {"creat", opening},
    {"dup", metadata},
    {"dup2", metadata},
    {"dup3", metadata},
    {"execl", process},
    {"execle", process},
    {"execlp", process},
    {"execv", process},
    {"execve", process},
    {"execvp", process},
    {"execvpe", process},
    {"exit", process},
    {"faccessat", metadata},
    {"fallocate", metadata},
    {"fchdir", metadata},
    {"fchmod", metadata},
    {"fchmodat", metadata},
    {"fchown", metadata},
    {"fchownat", metadata},
    {"fclose", closing},
    {"fcntl", metadata},
    {"fdatasync", sync},
    {"fdopen", metadata},
    {"feof", metadata},
    {"ferror", metadata},
    {"fflush", sync},
    {"fgetc", reading(BytesIn::one, IoPlacing::follows)},
    {"fgetpos", metadata},
    {"fgets", reading(BytesIn::ret_len, IoPlacing::follows)},
    {"fileno", metadata},
    {"flock", metadata},
    {"fopen", opening},
    {"fork", process},
    {"fputc", writing(BytesIn::one, IoPlacing::follows)},
    {"fputs", writing(BytesIn::str_len, IoPlacing::follows)},
    {"fread", reading(BytesIn::ret_times_size, IoPlacing::follows)},
    {"freopen", opening},
    {"fseek", seeking},
    {"fseeko", seeking},
    {"fsetpos", seeking},
    {"fstat", metadata},
    {"fstatat", metadata},
    {"fstatfs", metadata},
    {"fstatvfs", metadata},
    {"fsync", sync},
    {"ftell", metadata},
    {"ftello", metadata},
    {"ftruncate", metadata},
    {"fwrite", writing(BytesIn::ret_times_size, IoPlacing::follows)},
    {"fxstat", metadata},
    {"fxstatat", metadata},
    {"getc", reading(BytesIn::one, IoPlacing::follows)},
    {"getc_unlocked", reading(BytesIn::one, IoPlacing::follows)},
    {"getcwd", metadata},
    {"getdelim", reading(BytesIn::ret, IoPlacing::follows)},
    {"getline", reading(BytesIn::ret, IoPlacing::follows)},
    {"getw", reading(BytesIn::word, IoPlacing::follows)},
    {"kill", process},
    {"lchown", metadata},
    {"link", metadata},
    {"linkat", metadata},
    {"lseek", seeking},
    {"lstat", metadata},
    {"lxstat", metadata},
    {"mkdir", metadata},
    {"mkdirat", metadata},
    {"mkfifo", metadata},
    {"mknod", metadata},
    {"mkostemp", opening},
    {"mkostemps", opening},
    {"mkstemp", opening},
    {"mkstemps", opening},
    {"mmap", metadata},
    {"mremap", metadata},
    {"msync", sync},
    {"munmap", metadata},
    {"open", opening},
    {"openat", opening},
    {"opendir", metadata},
    {"pclose", process},
    {"pipe", process},
    {"pipe2", process},
    {"popen", process},
    {"posix_fadvise", metadata},
    {"posix_fallocate", metadata},
    {"pread", reading(BytesIn::ret, IoPlacing::at_offset)},
    {"preadv", reading(BytesIn::ret, IoPlacing::at_offset)},
    {"preadv2", reading(BytesIn::ret, IoPlacing::at_offset)},
    {"putc", writing(BytesIn::one, IoPlacing::follows)},
    {"putw", writing(BytesIn::word, IoPlacing::follows)},
    {"pwrite", writing(BytesIn::ret, IoPlacing::at_offset)},
    {"pwritev", writing(BytesIn::ret, IoPlacing::at_offset)},
    {"pwritev2", writing(BytesIn::ret, IoPlacing::at_offset)},
    {"read", reading(BytesIn::ret, IoPlacing::follows)},
    {"readdir", metadata},
    {"readlink", metadata},
    {"readlinkat", metadata},
    {"readv", reading(BytesIn::ret, IoPlacing::follows)},
    {"realpath", metadata},
    {"remove", metadata},
    {"rename", metadata},
    {"renameat", metadata},
    {"renameat2", metadata},
    {"rewind", seeking},
    {"rewinddir", metadata},
    {"rmdir", metadata},
    {"seekdir", metadata},
    {"sendfile", {IoClass::write, BytesIn::ret, IoPlacing::unknown, "in_hash"}},
    {"setvbuf", metadata},
    {"stat", metadata},
    {"statfs", metadata},
    {"statvfs", metadata},
    {"statx", metadata},
    {"symlink", metadata},
    {"symlinkat", metadata},
    {"sync", sync},
    {"sync_file_range", sync},
    {"syncfs", sync},
    {"telldir", metadata},
    {"truncate", metadata},
    {"umask", metadata},
    {"unlink", metadata},
    {"unlinkat", metadata},
    {"utime", metadata},
    {"utimensat", metadata},
    {"wait", process},
    {"waitpid", process},
    {"write", writing(BytesIn::ret, IoPlacing::follows)},
    {"writev", writing(BytesIn::ret, IoPlacing::follows)},
    {"xstat", metadata},
};
static_assert(std::ranges::is_sorted(known, {}, &Known::name));

}  // namespace calls

namespace {

std::string_view without_ending(std::string_view name, std::string_view ending) {
  if (name.ends_with(ending)) name.remove_suffix(ending.size());
  return name;
}

}  // namespace

IoCall io_call(std::string_view symbol) {
  if (symbol.starts_with("__")) {
    symbol.remove_prefix(2);
    symbol = without_ending(without_ending(symbol, "_chk"), "_2");
  }
  symbol = without_ending(symbol, "64");
  const auto* const found = std::ranges::lower_bound(calls::known, symbol, {}, &calls::Known::name);
  return found != std::end(calls::known) && found->name == symbol ? found->call : IoCall{};
}

}  // namespace weft::dftracer
