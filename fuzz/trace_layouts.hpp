// SPDX-License-Identifier: BSD-3-Clause
// The files that a trace of each format consists of, for inputs that are whole traces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/litl/mapping.hpp"
#include "formats/otf/paths.hpp"
#include "formats/otf2/paths.hpp"

namespace weft::fuzzing {

struct TraceLayout {
  std::string_view format;  // as the registry calls it
  std::string (*path)(const std::string& directory);
  // All files, in the order in which an input has them.
  std::vector<std::string> (*files)(const std::string& path);
};

namespace layouts {

inline std::vector<std::string> otf2_files(const std::string& path) {
  const auto paths = *otf2::ArchivePaths::from_anchor(path);
  std::vector<std::string> files = {paths.anchor(), paths.global_definitions(), paths.markers()};
  for (const LocationRef location : {LocationRef{0}, LocationRef{1}})
    files.insert(files.end(), {paths.local_definitions(location), paths.events(location), paths.snapshots(location)});
  return files;
}

inline std::vector<std::string> otf_files(const std::string& path) {
  const auto paths = *otf::TracePaths::of(path);
  return {paths.master(), paths.file(0, "def"), paths.file(0, "marker"), paths.file(1, "def"), paths.file(1, "events"),
      paths.file(1, "snaps"), paths.file(1, "stats"), paths.file(2, "events")};
}

inline std::vector<std::string> litl_files(const std::string& path) { return {litl::mapping_path(path), path}; }
inline std::vector<std::string> one_file(const std::string& path) { return {path}; }

}  // namespace layouts

inline constexpr TraceLayout trace_layouts[] = {
    {"otf2", [](const std::string& directory) { return directory + "/t.otf2"; }, layouts::otf2_files},
    {"otf", [](const std::string& directory) { return directory + "/t.otf"; }, layouts::otf_files},
    {"litl", [](const std::string& directory) { return directory + "/t.litl"; }, layouts::litl_files},
    {"dftracer", [](const std::string& directory) { return directory + "/t.pfw"; }, layouts::one_file},
    {"bp", [](const std::string& directory) { return directory + "/t.bp"; }, layouts::one_file},
};

}  // namespace weft::fuzzing
