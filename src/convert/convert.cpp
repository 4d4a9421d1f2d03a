// SPDX-License-Identifier: BSD-3-Clause
#include "convert/convert.hpp"

#include <array>
#include <filesystem>

#include "base/parallel.hpp"
#include "model/examples.hpp"

namespace weft {

Result<> check_apart(const std::string& in, const std::string& out) {
  std::error_code ignored;
  if (!std::filesystem::equivalent(in, out, ignored)) return {};
  return Error{Errc::invalid_argument, "IN and OUT are the same trace", out};
}

Result<> convert(const std::string& in, const std::string& out, const std::string& format, const CopyOptions& options,
    LossReport& loss, Report& report, const std::atomic<bool>* stop) {
  const Format* from = WEFT_TRY(format_of(in));
  const Format* to = WEFT_TRY(format_for(out, format));
  WEFT_TRY(check_apart(in, out));
  // Dialects of one format have one reader, and their lines need not go through the model.
  if (from->open == to->open) return to->copy(in, out, options, loss, report);
  auto source = WEFT_TRY(from->open(in));
  auto sink = WEFT_TRY(to->create(out, loss));
  source->tell_unmodelled(loss);
  WEFT_TRY(copy_events(*source, *sink, options.threads, options.progress, loss, stop));
  report.take(source->report());
  return {};
}

namespace {

using KindCounts = std::array<std::uint64_t, EventTypes::size>;

void tell(const Definitions& definitions, LossReport& loss) {
  definitions.each_table([&](const auto& table) {
    using R = typename std::remove_cvref_t<decltype(table.rows())>::value_type;
    loss.read(std::string(R::schema.name), table.size());
  });
}

void tell(const KindCounts& counts, LossReport& loss) {
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    loss.read(std::string(name_of(static_cast<Kind>(kind))), counts[kind]);
}

Result<> copy_markers(Source& source, Sink& sink, LossReport& loss) {
  Markers markers;
  source.read_markers(markers);
  loss.read(std::string(DefMarker::schema.name), markers.kinds().size());
  loss.read(std::string(Marker::schema.name), markers.markers().size());
  if (markers.empty() || WEFT_TRY(sink.mark(markers))) return {};
  constexpr auto why = "the format has no markers";
  const auto lose = [&](const auto& rows) {
    if (rows.empty()) return;
    const auto& first = rows.front();
    loss.lost(std::string(first.schema.name), why, rows.size(), example_of(source.definitions(), first));
  };
  lose(markers.kinds());
  lose(markers.markers());
  return {};
}

Result<> accepted(Source& source, const LossReport& loss) {
  WEFT_TRY(loss.accepted());
  if (loss.is_strict() && !source.report().empty())
    return Error{
        Errc::corrupt, "nothing may be lost, but the trace is damaged; nothing is written ('weft check' says more)"};
  return {};
}

}  // namespace

Result<> copy_events(Source& source, Sink& sink, std::size_t threads, const Progress& progress, LossReport& loss,
    const std::atomic<bool>* stop) {
  WEFT_TRY(sink.define(source.definitions()));
  tell(source.definitions(), loss);
  const auto locations = source.locations();
  SharedProgress shared(progress, source.definitions().announced_events());
  const auto check_stop = [&]() -> Result<> {
    if (stop && stop->load(std::memory_order_relaxed)) return Error{Errc::io, "the conversion was stopped"};
    return {};
  };
  auto copy_location = [&](LocationRef location) -> Result<> {
    WEFT_TRY(check_stop());
    auto stream = WEFT_TRY(source.events(location, {}));
    auto target = WEFT_TRY(sink.events(location));
    EventBatch batch;
    KindCounts counts{};
    while (stream->next(batch)) {
      for (const Kind kind : batch.kind) ++counts[static_cast<std::size_t>(kind)];
      WEFT_TRY(target->write(batch));
      WEFT_TRY(check_stop());
      shared.add(batch.size());
    }
    tell(counts, loss);
    return target->close();
  };
  std::vector<Result<>> results(locations.size());
  parallel_for(
      locations.size(), threads, [&](std::size_t i, std::size_t) { results[i] = copy_location(locations[i]); });
  for (auto& result : results)
    if (!result) return result;
  WEFT_TRY(copy_markers(source, sink, loss));
  WEFT_TRY(accepted(source, loss));
  return sink.close();
}

}  // namespace weft
