// SPDX-License-Identifier: BSD-3-Clause
// LineReader: lines that somebody types, with editing and a history where the terminal and the build have it.
#pragma once

#include <optional>
#include <string>

namespace weft::cli {

class LineReader {
 public:
  // The history is kept in `file` of the user's home.
  explicit LineReader(const std::string& file);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // Nothing at the end, or if Ctrl-C was typed, which discards the line. The prompt is for terminals only.
  std::optional<std::string> next(const std::string& prompt);
  // Whether the last line was.
  bool was_discarded() const { return was_discarded_; }
  void remember(const std::string& text);
  bool is_terminal() const { return is_terminal_; }

 private:
  std::string history_;
  bool is_terminal_;
  bool was_discarded_ = false;
};

}  // namespace weft::cli
