// SPDX-License-Identifier: BSD-3-Clause
// OutFile: a file that any number of threads append to, in whatever order they come. What is appended by one call stays
// together. Compressed, each call makes a gzip member on the thread that makes it. The file has its name when it is
// whole, and not before: whoever cannot close it leaves nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/file.hpp"

namespace weft::exports {

class OutFile {
 public:
  // An error if something has this name already. Compresses if it ends in .gz.
  static Result<std::unique_ptr<OutFile>> create(const std::string& path);
  ~OutFile();
  OutFile(const OutFile&) = delete;
  OutFile& operator=(const OutFile&) = delete;

  // From any thread.
  Result<> append(std::string_view text);
  // When nobody appends any more.
  Result<> close();

 private:
  OutFile(std::string path, File file);
  Error named(Error error) const;

  std::string path_;
  File file_;
  bool is_compressed_;
  bool is_closed_ = false;
  std::mutex mutex_;
  std::uint64_t end_ = 0;
};

}  // namespace weft::exports
