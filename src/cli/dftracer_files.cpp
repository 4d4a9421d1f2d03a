// SPDX-License-Identifier: BSD-3-Clause
#include "cli/dftracer_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/inputs.hpp"
#include "formats/dftracer/find_files.hpp"

namespace weft::cli {

Result<std::vector<std::string>> dftracer_files(std::span<const std::string> traces, std::string_view verb) {
  std::vector<std::string> all;
  for (const std::string& trace : without_indexes({traces.begin(), traces.end()})) {
    for (std::string& file : WEFT_TRY(dftracer::find_files(trace))) {
      if (!std::filesystem::exists(file)) return Error{Errc::not_found, "there is no such file", file};
      if (!dftracer::looks_like_trace(file))
        return Error{Errc::unsupported, fmt::format("weft {} reads DFTracer traces, and this is none", verb), file};
      all.push_back(std::move(file));
    }
  }
  return all;
}

}  // namespace weft::cli
