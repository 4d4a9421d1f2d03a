// SPDX-License-Identifier: BSD-3-Clause
#include "cli/line_reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <iostream>
#include <utility>

#include "cli/interrupt.hpp"

#ifdef WEFT_HAS_EDIT
#include <editline/readline.h>
#endif

namespace weft::cli {

namespace {

#ifdef WEFT_HAS_EDIT
// For the line that is being typed; whether Ctrl-C ended it.
InterruptAwaited* interrupt = nullptr;
bool is_discarded = false;
// The terminal, opened anew so that reading from it can be told not to wait: Ctrl-C takes away what was typed before
// it, also between a look whether something is there and reading it.
int terminal = STDIN_FILENO;

// The character that is typed next, which may have several bytes; libedit's own goes on after a signal.
int next_character(FILE*) {
  std::mbstate_t state{};
  for (;;) {
    is_discarded = !interrupt->wait_for(terminal);
    if (is_discarded) return EOF;
    char typed = 0;
    const ssize_t count = ::read(terminal, &typed, 1);
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return EOF;
    if (count < 0 || typed == '\0') continue;  // a Ctrl-D that came while the line was not yet ours
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
  const char* const name = ::ttyname(STDIN_FILENO);
  const int opened = name ? ::open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
  if (opened >= 0) terminal = opened;
  std::setlocale(LC_CTYPE, "");  // for what is no ASCII
  ::rl_getc_function = next_character;
  ::using_history();
  if (!history_.empty()) ::read_history(history_.c_str());
#endif
}

LineReader::~LineReader() {
#ifdef WEFT_HAS_EDIT
  if (!history_.empty()) ::write_history(history_.c_str());
  if (terminal != STDIN_FILENO) ::close(std::exchange(terminal, STDIN_FILENO));
#endif
}

std::optional<std::string> LineReader::next(const std::string& prompt) {
  std::string line;
  if (!is_terminal_) return std::getline(std::cin, line) ? std::optional(line) : std::nullopt;
  InterruptAwaited awaited;
#ifdef WEFT_HAS_EDIT
  interrupt = &awaited;
  is_discarded = false;
  char* const typed = ::readline(prompt.c_str());
  was_discarded_ = is_discarded;
  const bool is_line = typed && !was_discarded_;
  if (typed) line = typed;
  std::free(typed);
#else
  fmt::print("{}", prompt);
  std::fflush(stdout);
  was_discarded_ = !awaited.wait_for(STDIN_FILENO);
  const bool is_line = !was_discarded_ && std::getline(std::cin, line);
#endif
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
