// SPDX-License-Identifier: BSD-3-Clause
// Which tool the command was started as: the last component of the name it was called by.
#pragma once

#include <string_view>

namespace weft::cli {

// The entry of a table with members called `name` that argv names, or nothing.
template <class Table>
auto find_tool(const Table& tools, int argc, char** argv) -> decltype(&tools[0]) {
  if (argc < 1) return nullptr;
  std::string_view name = argv[0];
  name = name.substr(name.find_last_of('/') + 1);
  for (const auto& tool : tools)
    if (tool.name == name) return &tool;
  return nullptr;
}

}  // namespace weft::cli
