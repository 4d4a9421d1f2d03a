// SPDX-License-Identifier: BSD-3-Clause
// The options of bpls.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/adios_tools/tool.hpp"
#include "cli/adios_tools/value_text.hpp"

namespace weft::cli::adios_tools {

// How bpls ends.
enum ListStatus : int {
  list_usage = 1,
  list_bad_expression = 2,
  list_no_match = 4,
  list_cannot_open = 7,
  list_cannot_read = 11,
  list_cannot_write = 30,
};

struct ListOptions {
  bool values = false;
  bool attributes = false;
  bool only_attributes = false;
  bool hidden_attributes = false;
  bool meshes = false;
  bool steps = false;  // statistics of each
  bool dump = false;
  bool blocks = false;
  bool expressions = false;
  bool texts = false;  // bytes as texts
  bool indices = true;
  unsigned verbosity = 0;
  std::vector<std::int64_t> start;
  std::vector<std::int64_t> count;
  std::uint64_t columns = 6;          // 0: all in one line
  std::optional<std::string> format;  // as it was given
  ValueText value_text;
  std::optional<std::string> group;
  std::string output;
  std::string file;
  std::vector<std::string> masks;

  bool tells_how() const { return verbosity > 1; }
  char comment() const { return indices ? ' ' : ';'; }
};

// Nothing, or the code to end with.
std::optional<int> parse_list_options(Words words, ListOptions& options);

// What was asked for.
void put_settings(TextSink& out, const ListOptions& options);

}  // namespace weft::cli::adios_tools
