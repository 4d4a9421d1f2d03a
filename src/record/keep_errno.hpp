// SPDX-License-Identifier: BSD-3-Clause
// KeepErrno: recording leaves no trace in errno, which belongs to the program.
#pragma once

#include <cerrno>

namespace weft::recording {

class KeepErrno {
 public:
  KeepErrno() = default;
  ~KeepErrno() { errno = saved_; }
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;

 private:
  int saved_ = errno;
};

}  // namespace weft::recording
