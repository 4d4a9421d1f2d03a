// SPDX-License-Identifier: BSD-3-Clause
#include "cli/line_reader.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

#ifdef WEFT_HAS_EDIT
#include <editline/readline.h>
#endif

namespace weft::cli {

LineReader::LineReader(const std::string& file) : is_terminal_(::isatty(STDIN_FILENO) == 1) {
  const char* const home = std::getenv("HOME");
  if (home && *home && is_terminal_) history_ = fmt::format("{}/{}", home, file);
#ifdef WEFT_HAS_EDIT
  if (!is_terminal_) return;
  ::using_history();
  if (!history_.empty()) ::read_history(history_.c_str());
#endif
}

LineReader::~LineReader() {
#ifdef WEFT_HAS_EDIT
  if (!history_.empty()) ::write_history(history_.c_str());
#endif
}

std::optional<std::string> LineReader::next(const std::string& prompt) {
#ifdef WEFT_HAS_EDIT
  if (is_terminal_) {
    char* const typed = ::readline(prompt.c_str());
    if (!typed) return std::nullopt;
    std::string line = typed;
    std::free(typed);
    return line;
  }
#endif
  if (is_terminal_) {
    fmt::print("{}", prompt);
    std::fflush(stdout);
  }
  std::string line;
  return std::getline(std::cin, line) ? std::optional(line) : std::nullopt;
}

void LineReader::remember([[maybe_unused]] const std::string& text) {
#ifdef WEFT_HAS_EDIT
  if (is_terminal_) ::add_history(text.c_str());
#endif
}

}  // namespace weft::cli
