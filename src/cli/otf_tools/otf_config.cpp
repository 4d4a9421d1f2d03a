// SPDX-License-Identifier: BSD-3-Clause
// otfconfig: what a program needs to be built with the installation this tool is part of.
#include <fmt/format.h>

#include "cli/installation.hpp"
#include "cli/otf_tools/tool.hpp"

namespace weft::cli::otf_tools {

namespace {

constexpr std::string_view config_help =
    R"(usage: otfconfig OPTION...

Tells what is needed to build programs with this installation.

  --includes     flags for finding headers
  --libs         flags for linking; both together on one line
  --have-zlib    whether compressed files are read and written
  --have-zoidfs  whether files are forwarded to I/O nodes
  --sizes        the sizes of integers
  -V, --version  the version of OTF this installation stands in for
  -h, --help     this text

example:
  cc $(otfconfig --includes) recorder.c $(otfconfig --libs)
)";

constexpr std::string_view sizes =
    " sizeof(  int8_t  )= 1\n sizeof(  int16_t )= 2\n sizeof(  int32_t )= 4\n sizeof(  int64_t )= 8\n"
    " sizeof( uint8_t  )= 1\n sizeof( uint16_t )= 2\n sizeof( uint32_t )= 4\n sizeof( uint64_t )= 8\n";

std::string build_flags(bool includes, bool libraries) {
  std::string flags;
  if (includes) flags += fmt::format("-I{}", (prefix() / "include/open-trace-format").string());
  if (includes && libraries) flags += ' ';
  if (libraries)
    flags += fmt::format(
        "-L{} -lotfaux -lopen-trace-format -lz ", library_directory("libopen-trace-format.so").string());
  return flags + '\n';
}

}  // namespace

int run_config(Words words) {
  if (words.empty()) return print_text(config_help);
  bool includes = false, libraries = false;
  for (const std::string_view word : words) {
    if (word == "-h" || word == "--help") return print_text(config_help);
    if (word == "-V" || word == "--version") return print_version();
    if (word == "--have-zlib") return print_text("yes\n");
    if (word == "--have-zoidfs") return print_text("no\n");
    if (word == "--sizes") return print_text(sizes);
    includes = includes || word == "--includes";
    libraries = libraries || word == "--libs";
  }
  return includes || libraries ? print_text(build_flags(includes, libraries)) : success;
}

}  // namespace weft::cli::otf_tools
