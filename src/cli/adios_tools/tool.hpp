// SPDX-License-Identifier: BSD-3-Clause
// What the ADIOS tools have in common: how they are run, how they read their words, and how they say what is wrong.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/text_sink.hpp"
#include "model/report.hpp"

namespace weft::cli::adios_tools {

inline constexpr int success = 0;

// A command line as it was given, the name of the program first.
using Words = std::span<char*>;

int run_bpls(Words words);
int run_bpdump(Words words);
int run_bpappend(Words words);
int run_bpgettime(Words words);
int run_bprecover(Words words);
int run_bpsplit(Words words);

struct Flag {
  int letter = 0;  // beyond those of the alphabet where there is only a name
  const char* name = nullptr;
  bool has_value = false;
};

// Takes options from the words, wherever they stand: letters together, names cut short, values beside or behind them.
// `take` gets each with its value. The other words; nothing if an option is not known or lacks its value, which is said
// on standard error.
std::optional<std::vector<std::string>> take_flags(
    Words words, std::span<const Flag> flags, const std::function<void(int letter, std::string_view value)>& take);

int print_help(std::string_view text);

// On standard error, behind the name of the tool. The code.
int fail(std::string_view tool, const Error& error, int code);
int fail(std::string_view tool, std::string_view message, int code);
// What is wrong with the file, each with its place and rule, on standard error.
void tell(std::string_view tool, const Report& report);
// Writes what is left of the output. `status`, or `code` if that cannot be done.
int finish(std::string_view tool, TextSink& out, int status, int code);

}  // namespace weft::cli::adios_tools
