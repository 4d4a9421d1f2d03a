// SPDX-License-Identifier: BSD-3-Clause
#include "formats/trace_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "formats/bp/trace/format.hpp"
#include "formats/litl/format.hpp"
#include "formats/litl/mapping.hpp"
#include "formats/otf/format.hpp"
#include "formats/otf2/format.hpp"
#include "formats/otf2/paths.hpp"

namespace weft {

namespace {

// The mapping says which codes enter and leave. One that comes or goes makes another trace, too.
std::vector<std::string> litl_files(const std::string& path) {
  std::vector<std::string> files{path};
  std::error_code ignored;
  if (const std::string mapping = litl::mapping_path(path); std::filesystem::exists(mapping, ignored))
    files.push_back(mapping);
  return files;
}

}  // namespace

Result<std::vector<std::string>> indexed_files(const Format& format, const std::string& path) {
  if (&format == &bptrace::format) return std::vector<std::string>{path};
  if (&format == &litl::format) return litl_files(path);
  if (&format == &otf::format)
    return Error{Errc::unsupported,
        "an index would not help: a trace of OTF has to be read whole to know what its events mean; as OTF2 or BP "
        "('weft convert') it can have one",
        path};
  if (&format != &otf2::format)
    return Error{
        Errc::unsupported, fmt::format("there are no indexes for traces of this format ({})", format.title), path};
  const auto paths = WEFT_TRY(otf2::ArchivePaths::find(path));
  std::vector<std::string> files{paths.anchor(), paths.global_definitions()};
  for (const char* const ending : {".evt", ".def"})
    for (const LocationRef location : paths.locations_with(ending))
      files.push_back(fmt::format("{}/{}{}", paths.locations(), location.value, ending));
  return files;
}

Result<std::unique_ptr<TimeIndex>> kept_index(const Format& format, const std::string& path, Trace& trace) {
  const auto files = indexed_files(format, path);
  if (!files) return std::unique_ptr<TimeIndex>();
  auto index = read_time_index(trace.info().format, *files);
  if (index) return std::make_unique<TimeIndex>(std::move(index).take());
  if (index.error().code == Errc::not_found) return std::unique_ptr<TimeIndex>();
  return std::move(index).error();
}

}  // namespace weft
