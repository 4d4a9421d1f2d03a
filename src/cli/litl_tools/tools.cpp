// SPDX-License-Identifier: BSD-3-Clause
#include "cli/litl_tools/tools.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/litl_tools/tool.hpp"
#include "cli/tool_name.hpp"

namespace weft::cli {

namespace litl_tools {

bool Words::take(std::string_view options, std::span<std::string> values) {
  std::vector<std::string> others;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const std::string& word = rest[i];
    if (!word.starts_with('-')) {
      others.push_back(word);
      continue;
    }
    const std::size_t option = word.size() == 2 ? options.find(word[1]) : options.npos;
    if (option == options.npos) {
      if (word != "-h" && word != "-?") fmt::print(stderr, "Unknown option {}\n", word);
      return false;
    }
    if (++i == rest.size()) return false;
    values[option] = rest[i];
  }
  rest = std::move(others);
  return true;
}

int usage(const Words& words, std::string_view options) {
  fmt::print(stderr, "Usage: {} {} \n", words.name, options);
  fmt::print("       -?, -h:    Display this help and exit\n");
  return usage_failure;
}

namespace {

struct Tool {
  std::string_view name;
  int (*run)(Words);
};
constexpr Tool tools[] = {{"litl_print", run_print}, {"litl_merge", run_merge}, {"litl_split", run_split}};

}  // namespace

}  // namespace litl_tools

std::optional<int> run_as_litl_tool(int argc, char** argv) {
  const auto* const tool = find_tool(litl_tools::tools, argc, argv);
  if (!tool) return std::nullopt;
  return tool->run({argv[0], {argv + 1, argv + argc}});
}

}  // namespace weft::cli
