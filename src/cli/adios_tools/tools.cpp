// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/tools.hpp"

#include "cli/adios_tools/tool.hpp"
#include "cli/tool_name.hpp"

namespace weft::cli {

namespace adios_tools {

namespace {

struct Tool {
  std::string_view name;
  int (*run)(Words);
};
constexpr Tool tools[] = {
    {"bpls", run_bpls},
    {"bpdump", run_bpdump},
    {"bpappend", run_bpappend},
    {"bpgettime", run_bpgettime},
    {"bprecover", run_bprecover},
    {"bpsplit", run_bpsplit},
};

}  // namespace

}  // namespace adios_tools

std::optional<int> run_as_adios_tool(int argc, char** argv) {
  const auto* const tool = find_tool(adios_tools::tools, argc, argv);
  if (!tool) return std::nullopt;
  return tool->run({argv, static_cast<std::size_t>(argc)});
}

}  // namespace weft::cli
