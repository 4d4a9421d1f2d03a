// SPDX-License-Identifier: BSD-3-Clause
// ReportFile: a file of the profile, written in large blocks. The first error is told when it is closed.
#pragma once

#include <string>

#include "base/file.hpp"
#include "base/text_sink.hpp"

namespace weft::cli::otf_tools::profile {

class ReportFile {
 public:
  static Result<ReportFile> create(const std::string& path);

  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    line_.clear();
    fmt::format_to(fmt::appender(line_), format, std::forward<Arguments>(arguments)...);
    put({line_.data(), line_.size()});
  }
  void put(std::string_view text) {
    sink_.put(text);
    if (sink_.text().size() >= block_bytes) write();
  }
  Result<> close();

 private:
  explicit ReportFile(File file) : file_(std::move(file)) {}
  void write();

  static constexpr std::size_t block_bytes = 1 << 18;

  File file_;
  TextSink sink_;
  fmt::memory_buffer line_;
  Result<> result_;
};

}  // namespace weft::cli::otf_tools::profile
