// SPDX-License-Identifier: BSD-3-Clause
#include "cli/line_reader.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <iostream>

#include "cli/on_interrupt.hpp"

#ifdef WEFT_HAS_EDIT
#include <editline/readline.h>
#endif

namespace weft::cli {

namespace {

// Whether Ctrl-C was typed.
volatile std::sig_atomic_t is_interrupted = 0;

#ifdef WEFT_HAS_EDIT
// The character that is typed next, which may have several bytes; libedit's own goes on after a signal.
int next_character(FILE*) {
  std::mbstate_t state{};
  for (;;) {
    char typed = 0;
    const ssize_t count = ::read(STDIN_FILENO, &typed, 1);
    if (is_interrupted || count == 0 || (count < 0 && errno != EINTR)) return EOF;
    if (count < 0) continue;
    wchar_t character = 0;
    const std::size_t used = std::mbrtowc(&character, &typed, 1, &state);
    if (used == static_cast<std::size_t>(-1)) return static_cast<unsigned char>(typed);
    if (used != static_cast<std::size_t>(-2)) return static_cast<int>(character);
  }
}
#endif

}  // namespace

LineReader::LineReader(const std::string& file) : is_terminal_(::isatty(STDIN_FILENO) == 1) {
  const char* const home = std::getenv("HOME");
  if (home && *home && is_terminal_) history_ = fmt::format("{}/{}", home, file);
#ifdef WEFT_HAS_EDIT
  if (!is_terminal_) return;
  std::setlocale(LC_CTYPE, "");  // for what is no ASCII
  ::rl_getc_function = next_character;
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
  std::string line;
  if (!is_terminal_) return std::getline(std::cin, line) ? std::optional(line) : std::nullopt;
  is_interrupted = 0;
  const OnInterrupt guard([](int) { is_interrupted = 1; });
#ifdef WEFT_HAS_EDIT
  char* const typed = ::readline(prompt.c_str());
  const bool is_line = typed && !is_interrupted;
  if (typed) line = typed;
  std::free(typed);
#else
  fmt::print("{}", prompt);
  std::fflush(stdout);
  const bool is_line = std::getline(std::cin, line) && !is_interrupted;
  std::cin.clear();
#endif
  was_discarded_ = is_interrupted;
  if (is_line) return line;
  fmt::print("\n");
  std::fflush(stdout);
  return std::nullopt;
}

void LineReader::remember([[maybe_unused]] const std::string& text) {
#ifdef WEFT_HAS_EDIT
  if (is_terminal_) ::add_history(text.c_str());
#endif
}

}  // namespace weft::cli
