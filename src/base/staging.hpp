// SPDX-License-Identifier: BSD-3-Clause
// Staging: a directory beside a trace that is being written, so that the trace appears when it is whole: whoever writes
// several files writes them there, and they get their names together, what the trace is known by last. What is not
// finished is removed; a process that is killed leaves a directory that nobody takes for a trace.
#pragma once

#include <string>
#include <utility>

#include "base/result.hpp"

namespace weft {

// NAME.PID.new, removed in the end. It is locked as long as its process lives: what killed processes left behind is
// not, and the next directory of the same NAME removes it.
class StagingDirectory {
 public:
  static Result<StagingDirectory> create(const std::string& name);
  StagingDirectory(StagingDirectory&& other) noexcept
      : path_(std::exchange(other.path_, {})), fd_(std::exchange(other.fd_, -1)) {}
  StagingDirectory& operator=(StagingDirectory&&) = delete;
  ~StagingDirectory();

  const std::string& path() const { return path_; }

  // An error about a file here, as one about that of the same name in `directory`, where it was to be.
  Error named(Error error, const std::string& directory) const;

 private:
  StagingDirectory(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_;  // which holds the lock
};

// Removes what processes that were killed left beside `name`: NAME.PID.new and NAME.PID.spool, files that nobody holds
// (File::hold) and directories that nobody has locked.
void remove_leftovers(const std::string& name);

class Staging {
 public:
  // For what becomes `path`, and the files and directories that go with it.
  static Result<Staging> create(const std::string& path);

  // Where to write in place of `path`.
  const std::string& path() const { return staged_; }

  // Moves everything to where `path` is. Nothing that is there is replaced.
  Result<> finish();

  // An error about a file here, as one about the file that it was to become.
  Error named(Error error) const;

 private:
  Staging(std::string path, StagingDirectory directory, std::string staged)
      : path_(std::move(path)), directory_(std::move(directory)), staged_(std::move(staged)) {}

  std::string path_;
  StagingDirectory directory_;
  std::string staged_;
};

}  // namespace weft
