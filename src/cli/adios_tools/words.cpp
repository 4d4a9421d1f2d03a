// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <getopt.h>

#include <cstdio>

#include "cli/adios_tools/tool.hpp"

namespace weft::cli::adios_tools {

std::optional<std::vector<std::string>> take_flags(
    Words words, std::span<const Flag> flags, const std::function<void(int letter, std::string_view value)>& take) {
  std::string letters;
  std::vector<option> names;
  for (const Flag& flag : flags) {
    if (flag.letter <= 'z') letters.append(1, static_cast<char>(flag.letter)).append(flag.has_value ? ":" : "");
    if (flag.name) names.push_back({flag.name, flag.has_value ? required_argument : no_argument, nullptr, flag.letter});
  }
  names.push_back({nullptr, 0, nullptr, 0});
  const int count = static_cast<int>(words.size());
  int letter = 0;
  while ((letter = getopt_long(count, words.data(), letters.c_str(), names.data(), nullptr)) != -1) {
    if (letter == '?') return std::nullopt;
    take(letter, optarg ? optarg : "");
  }
  return std::vector<std::string>(words.begin() + optind, words.end());
}

int print_help(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  return std::fflush(stdout) == 0 ? success : 1;
}

int fail(std::string_view tool, std::string_view message, int code) {
  fmt::print(stderr, "{}: {}\n", tool, message);
  return code;
}

int fail(std::string_view tool, const Error& error, int code) { return fail(tool, error.text(), code); }

void tell(std::string_view tool, const Report& report) {
  for (const auto& [rule, group] : report.groups()) {
    for (const Finding& finding : group.first) fmt::print(stderr, "{}: {} [{}]\n", tool, finding.text(), rule);
    if (group.count > group.first.size())
      fmt::print(stderr, "{}: and {} more [{}]\n", tool, group.count - group.first.size(), rule);
  }
}

int finish(std::string_view tool, TextSink& out, int status, int code) {
  if (const auto written = out.flush(); !written) return fail(tool, written.error(), code);
  return status;
}

}  // namespace weft::cli::adios_tools
