// SPDX-License-Identifier: BSD-3-Clause
// The lines of a trace that say what its other lines mean, and its first time: what whoever takes a trace apart, or
// renames what is in it, has to know before.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

struct DefinitionLine {
  std::uint64_t scope;  // the process, of hashes that collide; otherwise 0
  std::string kind;     // HH, FH or SH
  std::string name;     // without escapes
  std::string line;
};

struct DefinitionLines {
  std::unordered_map<std::string, std::vector<DefinitionLine>> by_hash;
  std::map<std::uint64_t, std::vector<std::string>> of_process;  // its host, names, rank, and unit
  std::uint64_t first_time = ~std::uint64_t{0};                  // nanoseconds
  std::uint64_t last_time = 0;                                   // of an event's beginning
};

// Of several definitions that say the same, the first.
Result<DefinitionLines> read_definition_lines(std::span<const std::string> files, std::size_t threads, Report& report);

}  // namespace weft::dftracer
