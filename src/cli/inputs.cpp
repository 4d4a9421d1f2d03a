// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>
#include <span>
#include <string_view>

#include "base/file.hpp"
#include "cli/part.hpp"
#include "formats/dftracer/find_files.hpp"

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
    else
      traces.push_back(name);
  }
  return traces;
}

}  // namespace weft::cli
