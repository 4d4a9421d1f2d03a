// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/tools.hpp"

#include <cstdio>
#include <string_view>
#include <vector>

#include "cli/otf_tools/tool.hpp"
#include "cli/tool_name.hpp"

namespace weft::cli {

namespace otf_tools {

int print_text(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  return success;
}

int print_version() { return print_text("1.12.5 \"salmon\"\n"); }

namespace {

struct Tool {
  std::string_view name;
  int (*run)(Words);
};
constexpr Tool tools[] = {
    {"otfconfig", run_config},
    {"otfprofile", run_profile},
    {"otfprofile-mpi", run_profile_mpi},
};

}  // namespace

}  // namespace otf_tools

std::optional<int> run_as_otf_tool(int argc, char** argv) {
  const auto* const tool = find_tool(otf_tools::tools, argc, argv);
  if (!tool) return std::nullopt;
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  return tool->run(words);
}

}  // namespace weft::cli
