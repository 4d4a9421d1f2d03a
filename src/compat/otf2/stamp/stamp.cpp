// SPDX-License-Identifier: BSD-3-Clause
// Writes the C headers of the OTF2 drop-in library, and the sources that have a function for every record. Headers
// without a record in them are copied; of NAME.h.in, lines such as "@RECORDS EvtWriter@" are replaced by what
// sections.hpp makes of the schema.
//
// usage: stamp TEMPLATES HEADERS SOURCES
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "compat/otf2/stamp/sections.hpp"
#include "compat/otf2/stamp/stamp_sources.hpp"

namespace weft::otf2::stamp {
namespace {

namespace fs = std::filesystem;

class Stamp {
 public:
  // Fills one template or copies one header.
  void header(const fs::path& source, const fs::path& output) {
    std::ifstream in{source};
    std::ostringstream out;
    for (std::string line; std::getline(in, line);) {
      if (line.size() > 2 && line.front() == '@' && line.back() == '@')
        out << section(line.substr(1, line.size() - 2), source);
      else
        out << line << '\n';
    }
    const bool is_template = source.extension() == ".in";
    write(output / (is_template ? source.stem() : source.filename()), out.str());
  }

  // Everything stamped has to be in some header.
  void report_unused() {
    for (const auto& [name, text] : sections_)
      if (!used_.contains(name)) complain(fmt::format("no header has a line @{}@", name));
  }

  void write(const fs::path& path, const std::string& text) {
    std::ofstream out{path, std::ios::binary | std::ios::trunc};
    out << text;
    out.close();
    if (!out) complain(fmt::format("{}: cannot be written", path.string()));
  }

  int problems() const { return problems_; }

 private:
  std::string section(const std::string& name, const fs::path& source) {
    const auto found = sections_.find(name);
    if (found == sections_.end()) {
      complain(fmt::format("{}: there is no section '{}'", source.string(), name));
      return {};
    }
    used_.insert(name);
    return found->second;
  }

  void complain(const std::string& problem) {
    fmt::print(stderr, "stamp: {}\n", problem);
    ++problems_;
  }

  std::map<std::string, std::string> sections_ = sections();
  std::set<std::string> used_;
  int problems_ = 0;
};

int run(const fs::path& templates, const fs::path& output, const fs::path& source_output) {
  std::error_code failed;
  fs::create_directories(output, failed);
  fs::create_directories(source_output, failed);
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator{templates, failed}) files.push_back(entry.path());
  if (failed || files.empty()) {
    fmt::print(stderr, "stamp: {}: no headers to stamp\n", templates.string());
    return 2;
  }
  std::ranges::sort(files);
  Stamp stamp;
  for (const fs::path& file : files) stamp.header(file, output);
  stamp.report_unused();
  for (const auto& [name, text] : sources()) stamp.write(source_output / name, text);
  return stamp.problems() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace weft::otf2::stamp

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: stamp TEMPLATES HEADERS SOURCES\n");
    return 2;
  }
  return weft::otf2::stamp::run(argv[1], argv[2], argv[3]);
}
