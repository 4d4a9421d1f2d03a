// SPDX-License-Identifier: BSD-3-Clause
// NewFile: a file that a library writes, under another name until it is complete. What had its name before stays there
// until then.
#pragma once

#include <cstdio>
#include <string>

#include "base/result.hpp"

namespace weft::cli::adios_tools {

class NewFile {
 public:
  explicit NewFile(const std::string& path) : path_(path), unfinished_(path + ".unfinished") {}
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (!is_finished_) std::remove(unfinished_.c_str());
  }

  const std::string& path() const { return unfinished_; }
  // Once it is written and closed.
  Result<> finish() {
    if (std::rename(unfinished_.c_str(), path_.c_str()) != 0) return system_error("cannot rename the new file", path_);
    is_finished_ = true;
    return {};
  }

 private:
  std::string path_;
  std::string unfinished_;
  bool is_finished_ = false;
};

}  // namespace weft::cli::adios_tools
