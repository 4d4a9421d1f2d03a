// SPDX-License-Identifier: BSD-3-Clause
// Staging: a directory beside a trace that is being written, so that the trace appears when it is whole: whoever writes
// several files writes them there, and they get their names together, what the trace is known by last. What is not
// finished is removed; a process that is killed leaves a directory that nobody takes for a trace.
#pragma once

#include <string>

#include "base/result.hpp"

namespace weft {

class Staging {
 public:
  // For what becomes `path`, and the files and directories that go with it.
  static Result<Staging> create(const std::string& path);

  Staging(Staging&& other) noexcept;
  Staging& operator=(Staging&&) = delete;
  ~Staging();

  // Where to write in place of `path`.
  const std::string& path() const { return staged_; }

  // Moves everything to where `path` is. Nothing that is there is replaced.
  Result<> finish();

  // An error about a file here, as one about the file that it was to become.
  Error named(Error error) const;

 private:
  Staging(std::string path, std::string directory, std::string staged);

  std::string path_;
  std::string directory_;  // empty when there is nothing left to remove
  std::string staged_;
};

}  // namespace weft
