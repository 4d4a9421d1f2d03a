// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/tools.hpp"

#include <cstdio>
#include <string_view>
#include <vector>

#include "cli/otf2_tools/tool.hpp"

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

std::optional<int> run_as_tool(int argc, char** argv) {
  if (argc < 1) return std::nullopt;
  std::string_view name = argv[0];
  name = name.substr(name.find_last_of('/') + 1);
  for (const auto& tool : otf2_tools::tools) {
    if (tool.name != name) continue;
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    return tool.run(words);
  }
  return std::nullopt;
}

}  // namespace weft::cli
