// SPDX-License-Identifier: BSD-3-Clause
// bp2h5: an ADIOS BP file as HDF5. A program of its own, so that the command needs no library of HDF5.
#include <fmt/format.h>

#include <string>

#include "cli/adios_converters/hdf5_file.hpp"
#include "cli/adios_tools/tool.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view help =
    R"(usage: bp2h5 FILE OUTPUT

Makes an HDF5 file of an ADIOS BP file.

  -h, --help    this text

Paths become groups; variables become datasets, whose first dimension are the steps where there are several; complex
numbers have members 'real' and 'imaginary'. Attributes belong to the root group, under their full names.

example:
  bp2h5 run.bp run.h5
)";

constexpr Flag flags[] = {{'h', "help"}};
constexpr int failure = 255;
constexpr int incomplete = 1;

int run(Words words) {
  bool wants_help = false;
  const auto rest = take_flags(words, flags, [&](int, std::string_view) { wants_help = true; });
  if (!rest) return failure;
  if (wants_help) return print_help(help);
  if (rest->size() != 2) return fail("bp2h5", "expected FILE OUTPUT; --help says more", failure);
  Report report;
  const auto reader = bp::Reader::open(rest->front(), report);
  if (!reader) return fail("bp2h5", reader.error(), failure);
  const auto left_out = write_hdf5(**reader, rest->back());
  tell("bp2h5", report);
  if (!left_out) return fail("bp2h5", left_out.error(), failure);
  for (const std::string& what : *left_out) fmt::print(stderr, "bp2h5: {}\n", what);
  return report.empty() ? success : incomplete;
}

}  // namespace

}  // namespace weft::cli::adios_tools

int main(int argc, char** argv) { return weft::cli::adios_tools::run({argv, static_cast<std::size_t>(argc)}); }
