// SPDX-License-Identifier: BSD-3-Clause
// Printing the events of any source, as the options ask for.
#pragma once

#include <span>

#include "model/merge.hpp"
#include "model/printer.hpp"
#include "model/trace.hpp"

namespace weft {

RecordPrinter::Style style_of(const PrintOptions& options);

bool wants(const EventFilter& filter, const EventBatch& batch, std::size_t row);

// Calls `print` with the rows that the options ask for: in order of time, or location by location.
template <class Print>
Result<> each_wanted(Source& source, std::span<const LocationRef> locations, const PrintOptions& options,
    const TextSink& out, Print&& print) {
  const auto print_if_wanted = [&](const EventBatch& batch, std::size_t row) {
    if (wants(options.filter, batch, row)) print(batch, row);
  };
  StreamOptions streams;
  if (options.filter.time) streams.time = *options.filter.time;
  if (options.merged) {
    auto merge = WEFT_TRY(Merge::open(source, locations, std::size_t{8} << 20, streams.time));
    while (!out.failed() && merge.next()) print_if_wanted(merge.batch(), merge.row());
    return {};
  }
  for (const LocationRef location : locations) {
    auto stream = WEFT_TRY(source.events(location, streams));
    EventBatch batch;
    while (!out.failed() && stream->next(batch))
      for (std::size_t row = 0; row < batch.size(); ++row) print_if_wanted(batch, row);
  }
  return {};
}

// Definitions and events, for traces that are nothing else.
Result<> print_source(Source& source, const PrintOptions& options, TextSink& out);

// All of them, with their heading.
Result<> print_events(Source& source, std::span<const LocationRef> locations, const PrintOptions& options,
    RecordPrinter& printer, TextSink& out);

}  // namespace weft
