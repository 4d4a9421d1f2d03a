// SPDX-License-Identifier: BSD-3-Clause
// otf2-config: what a program needs to be built with the installation this tool is part of.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>

#include "cli/installation.hpp"
#include "cli/otf2_tools/tool.hpp"
#include "cli/otf2_tools/usage.hpp"

namespace weft::cli::otf2_tools {

namespace {

constexpr std::string_view tool = "otf2-config";

constexpr std::string_view config_help =
    R"(Usage: otf2-config [OPTION]... COMMAND
Tells what is needed to build programs with this installation.

Commands:
  --cflags             flags for the compiler, with those for headers
  --cppflags           flags for finding headers
  --ldflags            flags for finding libraries
  --libs               the libraries
  --cc                 the C compiler
  --pythonpath         where Python modules are
  --features CATEGORY  what is built in: substrates, compressions, targets, or help
  --version            the version of OTF2 this installation stands in for
  --revision           its revision
  --interface-version  the version of the library's interface
  --config-summary     how it was configured
  -h, --help           this text

Options:
  --target TARGET      ask about frontend or backend, which are the same here
  --backend            --target backend (deprecated)
  --cuda               flags for nvcc (deprecated)
)";

int print_features(std::string_view category) {
  if (category == "substrates") return print_help("none\nposix\n");
  if (category == "compressions") return print_help("none\n");
  if (category == "targets") return print_help("backend\n");
  if (category == "help")
    return print_help("otf2-config: available feature categories:\nsubstrates\ncompressions\ntargets\n");
  return usage_error(tool, fmt::format("unknown feature category: {}", category));
}

int print_summary() {
  const std::filesystem::path path = prefix() / "share/otf2/otf2.summary";
  std::ifstream summary(path);
  if (summary)
    std::cout << summary.rdbuf();
  else
    fmt::print(stderr, "{}: cannot open {}\n", tool, path.string());
  return success;
}

int run_command(std::string_view command, std::string_view category, bool cuda) {
  const std::string include = "-I" + (prefix() / "include").string();
  std::string line;
  if (command == "--cflags" || command == "--cppflags")
    line = cuda ? " -Xcompiler " + include : include;
  else if (command == "--libs")
    line = " -lotf2";
  else if (command == "--ldflags")
    line = " -L" + library_directory("libotf2.so").string() + (cuda ? " -Xlinker " : "");
  else if (command == "--cc")
    line = "gcc";
  else if (command == "--revision")
    line = "weft";
  else if (command == "--interface-version")
    line = "10:0:0";
  else if (command == "--pythonpath")
    line = (prefix() / "lib/python3/dist-packages").string();
  else if (command == "--features")
    return print_features(category);
  else
    return print_summary();
  return print_help(line + "\n");
}

constexpr std::string_view commands[] = {"--cflags", "--cppflags", "--libs", "--ldflags", "--cc", "--revision",
    "--interface-version", "--pythonpath", "--config-summary"};

void deprecated(std::string_view option) {
  fmt::print(stderr, "{}: warning: the '{}' option is deprecated\n", tool, option);
}

}  // namespace

int run_config(Words words) {
  std::string_view command, category;
  bool cuda = false;
  while (!words.empty()) {
    std::string_view word = words.front(), value;
    words = words.subspan(1);
    auto takes = [&](std::string_view name) {
      if (word == name) {
        if (words.empty()) return true;
        value = words.front();
        words = words.subspan(1);
        return true;
      }
      if (!word.starts_with(name) || word[name.size()] != '=') return false;
      value = word.substr(name.size() + 1);
      return true;
    };
    if (word == "--version") return print_version(tool);
    if (word == "--help" || word == "-h") return print_help(config_help);
    if (word == "--cuda") {
      cuda = true;
      deprecated(word);
    } else if (word == "--backend") {
      deprecated(word);
    } else if (takes("--target")) {
      if (value.empty()) return usage_error(tool, "missing argument for --target");
      if (value != "frontend" && value != "backend") return usage_error(tool, fmt::format("unknown target: {}", value));
    } else if (takes("--features")) {
      if (value.empty()) return usage_error(tool, "missing argument for --feature");
      command = "--features";
      category = value;
    } else if (std::ranges::find(commands, word) != std::end(commands)) {
      command = word;
    } else {
      return usage_error(tool, fmt::format("unrecognized option: '{}'", word));
    }
  }
  if (command.empty()) return usage_error(tool, "no command specified");
  return run_command(command, category, cuda);
}

}  // namespace weft::cli::otf2_tools
