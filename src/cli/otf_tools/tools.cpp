// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/tools.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

int fail(std::string_view tool, std::string_view message) {
  fmt::print(stderr, "{}: {}\n", tool, message);
  return failure;
}

int fail(std::string_view tool, const Error& error) { return fail(tool, error.text()); }

void tell(std::string_view tool, const Report& report) {
  for (const auto& [rule, group] : report.groups()) {
    for (const Finding& finding : group.first) fmt::print(stderr, "{}: {} [{}]\n", tool, finding.text(), rule);
    if (group.count > group.first.size())
      fmt::print(stderr, "{}: and {} more [{}]\n", tool, group.count - group.first.size(), rule);
  }
}

std::uint64_t number_in(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  std::uint64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range)
    value = ~std::uint64_t{0};
  return is_negative ? 0 - value : value;
}

// Linking with MPI would tie the command to one of its implementations; and one process with all its threads is as fast
// as the disk.
bool is_idle_rank() {
  for (const char* const variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK"})
    if (const char* const rank = std::getenv(variable)) return std::string_view(rank) != "0";
  return false;
}

namespace {

struct Tool {
  std::string_view name;
  int (*run)(Words);
};
constexpr Tool tools[] = {
    {"otfconfig", run_config},
    {"otfcompress", run_compress},
    {"otfdecompress", run_decompress},
    {"otfdump", run_print},
    {"otfinfo", run_info},
    {"otfinfo-trace", run_info},
    {"otfmerge", run_merge},
    {"otfmerge-mpi", run_merge_mpi},
    {"otfprint", run_print},
    {"otfaux", run_aux},
    {"otfshrink", run_shrink},
    {"otfprofile", run_profile},
    {"otfprofile-mpi", run_profile_mpi},
};

}  // namespace

}  // namespace otf_tools

std::optional<int> run_as_otf_tool(int argc, char** argv) {
  const auto* const tool = find_tool(otf_tools::tools, argc, argv);
  if (!tool) return std::nullopt;
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  const int status = tool->run(words);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  fmt::print(stderr, "{}: standard output: {}\n", tool->name, std::strerror(errno));
  return otf_tools::failure;
}

}  // namespace weft::cli
