// SPDX-License-Identifier: BSD-3-Clause
// bpgettime: the first and the last time index of a file.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/adios_tools/tool.hpp"
#include "formats/bp/reader.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view help =
    R"(usage: bpgettime [OPTION]... FILE

Shows the smallest and the largest time index of an ADIOS BP file.

  -s, --simple     only the two numbers
  -v, --verbose    also how many process groups there are
  -h, --help       this text

example:
  bpgettime -s run.bp
)";

constexpr Flag flags[] = {{'s', "simple"}, {'v', "verbose"}, {'h', "help"}};
constexpr int wrong_use = 1;
constexpr int no_file = 2;

}  // namespace

int run_bpgettime(Words words) {
  bool is_simple = false;
  bool is_verbose = false;
  bool wants_help = false;
  const auto rest = take_flags(words, flags, [&](int letter, std::string_view) {
    (letter == 's' ? is_simple : letter == 'v' ? is_verbose : wants_help) = true;
  });
  if (!rest) return wrong_use;
  if (wants_help) return print_help(help);
  if (rest->empty()) return fail("bpgettime", "expected the name of a file; --help says more", wrong_use);
  Report report;
  const auto reader = bp::Reader::open(rest->front(), report);
  if (!reader) return fail("bpgettime", reader.error(), no_file);
  const auto& groups = (*reader)->groups();
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  if (!groups.empty()) {
    const auto [least, most] = std::ranges::minmax(groups, {}, &bp::GroupEntry::time_index);
    first = least.time_index, last = most.time_index;
  }
  TextSink out(STDOUT_FILENO);
  if (is_simple)
    out.put(fmt::format("{} {}\n", first, last));
  else
    out.put(fmt::format("Smallest timestep: {}\nLargest timestep: {}\n", first, last));
  if (is_verbose && !is_simple) out.put(fmt::format("Number of groups: {}\n", groups.size()));
  tell("bpgettime", report);
  return finish("bpgettime", out, report.empty() ? success : no_file, no_file);
}

}  // namespace weft::cli::adios_tools
