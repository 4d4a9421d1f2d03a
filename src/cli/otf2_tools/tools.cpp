// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/tools.hpp"

#include <cstdio>
#include <string_view>
#include <vector>

#include "cli/otf2_tools/tool.hpp"
#include "cli/tool_name.hpp"

namespace weft::cli {

namespace otf2_tools {

int print_version(std::string_view tool) {
  std::printf("%.*s: version 3.0.2\n", static_cast<int>(tool.size()), tool.data());
  return success;
}

int print_help(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  return success;
}

namespace {

struct Tool {
  std::string_view name;
  int (*run)(Words);
};
constexpr Tool tools[] = {{"otf2-print", run_print}, {"otf2-marker", run_marker}, {"otf2-snapshots", run_snapshots},
    {"otf2-estimator", run_estimator}, {"otf2-config", run_config}};

}  // namespace

}  // namespace otf2_tools

std::optional<int> run_as_otf2_tool(int argc, char** argv) {
  const auto* const tool = find_tool(otf2_tools::tools, argc, argv);
  if (!tool) return std::nullopt;
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  return tool->run(words);
}

}  // namespace weft::cli
