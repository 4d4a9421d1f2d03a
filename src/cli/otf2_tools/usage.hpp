// SPDX-License-Identifier: BSD-3-Clause
// Reading command lines the way the OTF2 tools do: no bundled short options, long options with a value as next word or
// after '='. The first mistake is kept; the tool shows it with a hint at --help and ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/otf2_tools/tool.hpp"

namespace weft::cli::otf2_tools {

// "TOOL: MESSAGE" and the hint on standard error. The exit code.
int usage_error(std::string_view tool, std::string_view message);

// A plain decimal number of 64 bits; else `message` says what is wrong with it as the argument of `option`.
std::optional<std::uint64_t> parse_number(std::string_view option, std::string_view text, std::string& message);

class OptionReader {
 public:
  explicit OptionReader(Words words) : words_(words) {}

  // The next word if it is an option: begins with '-' and is not behind "--".
  bool next();
  std::string_view word() const { return word_; }
  bool is(std::string_view short_name, std::string_view long_name) const {
    return word_ == short_name || word_ == long_name;
  }
  // Whether the word is this option with a value to come; `value` then is it, or the message is set.
  bool takes(std::string_view short_name, std::string_view long_name, std::string_view& value);
  // The words that are left.
  Words rest() const { return words_; }

  // As it was written, without "=value".
  std::string_view option() const { return option_; }
  std::optional<std::string_view> following();
  void missing_argument();
  std::string& message() { return message_; }

 private:
  Words words_;
  std::string_view word_;
  std::string_view option_;
  std::string message_;
};

}  // namespace weft::cli::otf2_tools
