// SPDX-License-Identifier: BSD-3-Clause
#include "convert/convert.hpp"

#include <atomic>
#include <filesystem>

#include "base/parallel.hpp"

namespace weft {

Result<> convert(const std::string& in, const std::string& out, const std::string& format, const CopyOptions& options,
    LossReport& loss, Report& report) {
  const Format* from = WEFT_TRY(format_of(in));
  const Format* to = WEFT_TRY(format_for(out, format));
  std::error_code ignored;
  if (std::filesystem::equivalent(in, out, ignored))
    return Error{Errc::invalid_argument, "IN and OUT are the same trace", out};
  // Dialects of one format have one reader, and their lines need not go through the model.
  if (from->open == to->open) return to->copy(in, out, options, loss, report);
  auto source = WEFT_TRY(from->open(in));
  auto sink = WEFT_TRY(to->create(out, loss));
  WEFT_TRY(copy_events(*source, *sink, options.threads, options.progress));
  report.take(source->report());
  return {};
}

Result<> copy_events(Source& source, Sink& sink, std::size_t threads, const Progress& progress) {
  WEFT_TRY(sink.define(source.definitions()));
  const auto locations = source.locations();
  auto copy_location = [&](LocationRef location) -> Result<> {
    auto stream = WEFT_TRY(source.events(location, {}));
    auto target = WEFT_TRY(sink.events(location));
    EventBatch batch;
    while (stream->next(batch)) WEFT_TRY(target->write(batch));
    return target->close();
  };
  std::vector<Result<>> results(locations.size());
  std::atomic<std::uint64_t> done{0};
  parallel_for(locations.size(), threads, [&](std::size_t i, std::size_t worker) {
    results[i] = copy_location(locations[i]);
    ++done;
    if (progress && worker == 0) progress(done, locations.size());
  });
  for (auto& result : results)
    if (!result) return result;
  return sink.close();
}

}  // namespace weft
