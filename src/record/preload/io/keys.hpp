// SPDX-License-Identifier: BSD-3-Clause
// The names of arguments, and the types their values have. The names are DFTracer's, but for the place in a file where
// a transfer works, which is none of its arguments; where a name has two types it is two keys.
#pragma once

#include <cstdint>

#include "model/enums.hpp"
#include "model/refs.hpp"

namespace weft::recording::io {

// Key, name, type. The keys of files come first, those of texts last.
#define WEFT_IO_KEYS(KEY)                      \
  KEY(fhash, "fhash", io_file)                 \
  KEY(in_hash, "in_hash", io_file)             \
  KEY(newpath_hash, "newpath_hash", io_file)   \
  KEY(oldpath_hash, "oldpath_hash", io_file)   \
  KEY(out_hash, "out_hash", io_file)           \
  KEY(path2_hash, "path2_hash", io_file)       \
  KEY(path_hash, "path_hash", io_file)         \
  KEY(pathname_hash, "pathname_hash", io_file) \
  KEY(ret_hash, "ret_hash", io_file)           \
  KEY(address, "address", uint64)              \
  KEY(advice, "advice", int64)                 \
  KEY(bufsize, "bufsize", uint64)              \
  KEY(cmd, "cmd", int64)                       \
  KEY(count, "count", uint64)                  \
  KEY(dirfd, "dirfd", int64)                   \
  KEY(fd, "fd", int64)                         \
  KEY(fd1, "fd1", int64)                       \
  KEY(fd2, "fd2", int64)                       \
  KEY(fd_out, "fd_out", int64)                 \
  KEY(flag, "flag", int64)                     \
  KEY(flags, "flags", int64)                   \
  KEY(group, "group", int64)                   \
  KEY(in_fd, "in_fd", int64)                   \
  KEY(iovcnt, "iovcnt", int64)                 \
  KEY(len, "len", int64)                       \
  KEY(length, "length", int64)                 \
  KEY(mode, "mode", int64)                     \
  KEY(name, "name", int64)                     \
  KEY(num, "num", int64)                       \
  KEY(offset, "offset", int64)                 \
  KEY(operation, "operation", int64)           \
  KEY(owner, "owner", int64)                   \
  KEY(pid, "pid", int64)                       \
  KEY(placed, "Offset", uint64)                \
  KEY(prot, "prot", int64)                     \
  KEY(read_fd, "read_fd", int64)               \
  KEY(ret, "ret", int64)                       \
  KEY(ret_len, "ret_len", int64)               \
  KEY(size, "size", uint64)                    \
  KEY(str_len, "str_len", int64)               \
  KEY(whence, "whence", int64)                 \
  KEY(write_fd, "write_fd", int64)             \
  KEY(arg, "arg", string)                      \
  KEY(arg0, "arg0", string)                    \
  KEY(arg1, "arg1", string)                    \
  KEY(arg2, "arg2", string)                    \
  KEY(arg3, "arg3", string)                    \
  KEY(arg4, "arg4", string)                    \
  KEY(arg5, "arg5", string)                    \
  KEY(mode_text, "mode", string)               \
  KEY(path, "path", string)

enum class Key : std::uint8_t {
#define WEFT_IO_KEY(key, text, type) key,
  WEFT_IO_KEYS(WEFT_IO_KEY)
#undef WEFT_IO_KEY
};

// The id of a key, defined at its first use; and its type.
AttributeRef id_of(Key key);
Type type_of(Key key);

}  // namespace weft::recording::io
