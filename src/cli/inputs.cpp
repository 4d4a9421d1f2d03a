// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string_view>

#include "base/file.hpp"
#include "cli/part.hpp"
#include "formats/dftracer/find_files.hpp"
#include "formats/otf/find_trace.hpp"
#include "formats/otf/format.hpp"
#include "formats/otf2/format.hpp"
#include "formats/otf2/paths.hpp"
#include "formats/registry.hpp"

namespace weft::cli {

namespace {

Result<> add_matches(const std::string& pattern, std::vector<std::string>& traces) {
  glob_t found{};
  const int status = ::glob(pattern.c_str(), 0, nullptr, &found);
  for (const char* path : std::span(found.gl_pathv, status == 0 ? found.gl_pathc : 0))
    if (!dftracer::is_beside_trace(path)) traces.emplace_back(path);
  ::globfree(&found);
  if (status == GLOB_NOMATCH) return Error{Errc::not_found, "nothing matches this pattern", pattern};
  if (status != 0) return Error{Errc::io, "cannot look for what matches this pattern", pattern};
  return {};
}

// A directory that is no trace holds some.
Result<> add_directory(const std::string& directory, std::vector<std::string>& traces) {
  std::error_code error;
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error))
    if (!dftracer::is_beside_trace(entry.path().string()) && format_of(entry.path().string()))
      found.insert(entry.path().string());
  if (error) return Error{Errc::io, error.message(), directory};
  if (found.empty()) found.insert(directory);  // whoever opens it says what is wrong
  traces.insert(traces.end(), found.begin(), found.end());
  return {};
}

Result<> add_list(const std::string& list, std::vector<std::string>& traces) {
  const auto bytes = WEFT_TRY(read_file(list));
  std::string_view left(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    if (const std::string_view line = left.substr(0, end); !line.empty()) traces.emplace_back(line);
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return {};
}

// What the trace is known by that a path stands for; nothing if it is none.
std::string known_name(const std::string& path) {
  const auto format = format_of(path);
  if (!format) return {};
  if (*format == &otf2::format)
    if (const auto found = otf2::ArchivePaths::find(path)) return found->anchor();
  if (*format == &otf::format)
    if (const auto found = otf::find_trace(path)) return found->master();
  return path;
}

// Who names all files of a trace, as the shell does of a pattern, means it once. A name that is given twice counts
// twice.
std::vector<std::string> without_parts(const std::vector<std::string>& names) {
  if (names.size() < 2) return names;
  const std::set<std::string> all(names.begin(), names.end());
  std::map<std::string, std::string> first_names;  // by what a trace is known by
  std::vector<std::string> traces;
  for (const std::string& name : names) {
    const std::string known = known_name(name);
    // Beside anchors of OTF2, and traces of LiTL, lies what is no trace.
    const auto is_beside = [&](const char* ending) {
      const std::string trace = std::filesystem::path(name).replace_extension(ending).string();
      return trace != name && all.contains(trace);
    };
    const bool is_part = known.empty()
                             ? is_beside(".otf2") || is_beside("")
                             : known != name &&
                                   (all.contains(known) || first_names.try_emplace(known, name).first->second != name);
    if (!is_part) traces.push_back(name);
  }
  return traces;
}

}  // namespace

std::vector<std::string> without_indexes(const std::vector<std::string>& names) {
  std::vector<std::string> traces = names;
  if (names.size() > 1) std::erase_if(traces, dftracer::is_beside_trace);
  return traces;
}

Result<std::string> one_trace(const std::vector<std::string>& names) {
  const std::vector<std::string> traces = without_indexes(names);
  if (traces.size() == 1) return traces.front();
  for (const std::string& trace : traces)
    if (!is_dftracer(trace))
      return Error{Errc::unsupported,
          "only files of DFTracer are one trace together; 'weft merge' makes one trace of others", trace};
  return fmt::format("{}", fmt::join(traces, "\n"));
}

Result<std::vector<std::string>> traces_named(const std::vector<std::string>& names) {
  std::vector<std::string> traces;
  std::error_code ignored;
  for (const std::string& name : without_indexes(names)) {
    if (name.starts_with('@'))
      WEFT_TRY(add_list(name.substr(1), traces));
    else if (name.find_first_of("*?[") != std::string::npos && !std::filesystem::exists(name, ignored))
      WEFT_TRY(add_matches(name, traces));
    else if (std::filesystem::is_directory(name, ignored) && !format_of(name))
      WEFT_TRY(add_directory(name, traces));
    else
      traces.push_back(name);
  }
  return without_parts(traces);
}

}  // namespace weft::cli
