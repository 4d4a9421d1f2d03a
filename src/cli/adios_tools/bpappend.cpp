// SPDX-License-Identifier: BSD-3-Clause
// bpappend: the steps of one file behind those of another.
#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "cli/adios_tools/tool.hpp"
#include "formats/bp/copy_steps.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view help =
    R"(usage: bpappend [OPTION]... FILE OUTPUT

Adds the steps of an ADIOS BP file, such as one that bpsplit made, to those of another one, which is created if it is
not there. Their time indices stay what they were and must not lie before the last one of OUTPUT.

  -v, --verbose    say what was added
  -h, --help       this text

example:
  bpappend new.bp all.bp
)";

constexpr Flag flags[] = {{'v', "verbose"}, {'h', "help"}};
constexpr int failure = 1;

}  // namespace

int run_bpappend(Words words) {
  bool is_verbose = false;
  bool wants_help = false;
  const auto rest = take_flags(
      words, flags, [&](int letter, std::string_view) { (letter == 'v' ? is_verbose : wants_help) = true; });
  if (!rest) return failure;
  if (wants_help) return print_help(help);
  if (rest->size() != 2) return fail("bpappend", "expected two files; --help says more", failure);
  Report report;
  const auto reader = bp::Reader::open((*rest)[0], report);
  if (!reader) return fail("bpappend", reader.error(), failure);
  const std::string& output = (*rest)[1];
  std::error_code ignored;
  const auto done = std::filesystem::exists(output, ignored)
                        ? append_steps(**reader, output)
                        : copy_steps(**reader, 0, std::numeric_limits<std::uint32_t>::max(), output);
  tell("bpappend", report);
  if (!done) return fail("bpappend", done.error(), failure);
  if (is_verbose) fmt::print("{} process groups: {}\n", (*reader)->groups().size(), output);
  return report.empty() ? success : failure;
}

}  // namespace weft::cli::adios_tools
