// SPDX-License-Identifier: BSD-3-Clause
// What the LiTL tools have in common: how they are run and how they read their words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::cli::litl_tools {

inline constexpr int success = 0;
inline constexpr int failure = 1;
inline constexpr int usage_failure = 255;

// The words of a command line: options that take the next word, and all others.
struct Words {
  std::string name;  // of the program, as it was called
  std::vector<std::string> rest;

  // Takes options from the words, into `values` by the letters of `options`; what begins with '-' and is none of them
  // is a mistake, which is said. False then, and if a value is missing.
  bool take(std::string_view options, std::span<std::string> values);
};

// "Usage: NAME OPTIONS " on standard error and how to get here on standard output. The exit code.
int usage(const Words& words, std::string_view options);

int run_print(Words words);
int run_merge(Words words);
int run_split(Words words);

}  // namespace weft::cli::litl_tools
