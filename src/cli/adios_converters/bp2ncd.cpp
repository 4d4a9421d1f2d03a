// SPDX-License-Identifier: BSD-3-Clause
// bp2ncd: an ADIOS BP file as netCDF. A program of its own, so that the command needs no library of netCDF.
#include <fmt/format.h>

#include <string>

#include "cli/adios_converters/netcdf_file.hpp"
#include "cli/adios_tools/tool.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view help =
    R"(usage: bp2ncd FILE [OUTPUT]

Makes a netCDF file (classic, with 64-bit offsets) of an ADIOS BP file. Without a name for it, '.bp' becomes '.nc'.

  -h, --help    this text

Paths become part of names, scalars that are sizes of arrays become dimensions, and so does the time of a group. Texts,
complex numbers and long doubles are left out: netCDF has no type for them.

example:
  bp2ncd run.bp run.nc
)";

constexpr Flag flags[] = {{'h', "help"}};
constexpr int failure = 255;
constexpr int incomplete = 1;

std::string output_of(const std::string& input) {
  constexpr std::string_view ending = ".bp";
  return (input.ends_with(ending) ? input.substr(0, input.size() - ending.size()) : input) + ".nc";
}

int run(Words words) {
  bool wants_help = false;
  const auto rest = take_flags(words, flags, [&](int, std::string_view) { wants_help = true; });
  if (!rest) return failure;
  if (wants_help) return print_help(help);
  if (rest->empty() || rest->size() > 2) return fail("bp2ncd", "expected FILE [OUTPUT]; --help says more", failure);
  Report report;
  const auto reader = bp::Reader::open(rest->front(), report);
  if (!reader) return fail("bp2ncd", reader.error(), failure);
  const auto left_out = write_netcdf(**reader, rest->size() == 2 ? rest->back() : output_of(rest->front()));
  tell("bp2ncd", report);
  if (!left_out) return fail("bp2ncd", left_out.error(), failure);
  for (const std::string& what : *left_out) fmt::print(stderr, "bp2ncd: {}\n", what);
  return report.empty() ? success : incomplete;
}

}  // namespace

}  // namespace weft::cli::adios_tools

int main(int argc, char** argv) { return weft::cli::adios_tools::run({argv, static_cast<std::size_t>(argc)}); }
