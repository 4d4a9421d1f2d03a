// SPDX-License-Identifier: BSD-3-Clause
// StagingDirectory: where a run is put together before it is repaired: NAME.PID.run beside the result. It is locked as
// long as its process lives, and removed in the end. What killed processes left behind is not locked, and the next
// directory of the same NAME removes it.
#pragma once

#include <string>
#include <utility>

#include "base/result.hpp"

namespace weft::otf2 {

class StagingDirectory {
 public:
  static Result<StagingDirectory> create(const std::string& name);
  StagingDirectory(StagingDirectory&& other) noexcept
      : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}
  StagingDirectory& operator=(StagingDirectory&&) = delete;
  ~StagingDirectory();

  // With its slash.
  const std::string& path() const { return path_; }

 private:
  StagingDirectory(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_;
};

}  // namespace weft::otf2
