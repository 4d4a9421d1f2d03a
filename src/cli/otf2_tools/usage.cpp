// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace weft::cli::otf2_tools {

int usage_error(std::string_view tool, std::string_view message) {
  fmt::print(stderr, "{0}: {1}\nTry '{0} --help' for more information.\n", tool, message);
  return failure;
}

namespace {

// Options are quoted, placeholders like <TIME> are not, and what has quotes needs none.
std::string quoted(std::string_view option) {
  return option.starts_with('<') || option.starts_with('\'') ? std::string(option) : fmt::format("'{}'", option);
}

}  // namespace

std::optional<std::uint64_t> parse_number(std::string_view option, std::string_view text, std::string& message) {
  if (text.empty()) {
    message = fmt::format("empty number argument for {}", quoted(option));
    return std::nullopt;
  }
  if (!std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
    message = fmt::format("invalid number argument for {}: {}", option, text);
    return std::nullopt;
  }
  std::uint64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) {
    message = fmt::format("number argument to large for {}: {}", quoted(option), text);
    return std::nullopt;
  }
  return value;
}

bool OptionReader::next() {
  if (words_.empty() || !words_.front().starts_with('-')) return false;
  word_ = option_ = words_.front();
  words_ = words_.subspan(1);
  return word_ != "--";
}

std::optional<std::string_view> OptionReader::following() {
  if (words_.empty()) {
    missing_argument();
    return std::nullopt;
  }
  const std::string_view word = words_.front();
  words_ = words_.subspan(1);
  return word;
}

void OptionReader::missing_argument() { message_ = fmt::format("missing argument for '{}'", option_); }

bool OptionReader::takes(std::string_view short_name, std::string_view long_name, std::string_view& value) {
  if (is(short_name, long_name)) {
    if (const auto word = following()) value = *word;
    return true;
  }
  if (!word_.starts_with(long_name) || word_.size() == long_name.size() || word_[long_name.size()] != '=') return false;
  value = word_.substr(long_name.size() + 1);
  option_ = long_name;
  return true;
}

}  // namespace weft::cli::otf2_tools
